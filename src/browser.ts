/**
 * `assay/browser`: the mock where there is neither Node nor a disk, such as a service worker or a page. The build makes one file of it
 * that imports nothing (`scripts/browser-bundle.ts`). The types that these name and that are not listed here are public in `assay`.
 */
export { browserMockHandler as mockHandler } from './api/browser-mock.ts';
export { loadInterface, type LoadResult } from './interface/load-interface.ts';
export { faults, faultsOf } from './mock/faults/faults.ts';
export type { Interface } from './interface/model.ts';
export type { DocumentText, LoadOptions } from './interface/reading/open-document.ts';
export type { Fetch, Fetched } from './document/address.ts';
export type { Fault } from './mock/faults/fault.ts';
export type { BrowserMockOptions, MockControls, MockHandler } from './mock/mock-options.ts';
export type { LoggedRequest } from './mock/server/request-log.ts';
export type { KeyGrant } from './mock/state/keys.ts';
