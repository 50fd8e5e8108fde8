/** The mock without a port where there is neither Node nor a disk: the document comes as its text. */
import { loadInterface } from '../interface/load-interface.ts';
import type { Interface } from '../interface/model.ts';
import type { DocumentText } from '../interface/reading/open-document.ts';
import type { BrowserMockOptions, MockHandler } from '../mock/mock-options.ts';
import { checkOptions } from '../mock/server/check-options.ts';
import { handlerOf } from '../mock/server/mock-handler.ts';
import { MockFileFault } from '../mock/server/open-mock.ts';
import { OptionFault } from '../system/option.ts';

async function interfaceOf(given: Interface | DocumentText): Promise<Interface> {
  if (!('text' in given)) return given;
  const result = await loadInterface(given);
  if (result.kind === 'broken') throw new MockFileFault(result.problem);
  return result.interface;
}

/**
 * Makes a mock that is a function, as `mockHandler` of `assay` does, in a service worker, a page, or whatever else has a `Request`
 * and wants a `Response`. `document` is what `loadInterface` gave, or `{ text, file }`: the text of an OpenAPI document in YAML or
 * JSON, and the name that messages give it. Options that need files are refused by an `OptionFault`; a document that can't be
 * used rejects `ready` and each answer.
 */
export function browserMockHandler(
  document: Interface | DocumentText,
  options: BrowserMockOptions = {},
): MockHandler {
  if (typeof document !== 'object')
    throw new OptionFault(
      'document',
      String(document),
      'give { text, file } or a loaded interface: there are no files here',
    );
  checkOptions('mockHandler of assay/browser', options);
  return handlerOf(interfaceOf(document), options);
}
