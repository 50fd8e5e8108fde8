import { join } from 'node:path';
import type { RunRequest, RunSettings } from '../../src/record/record.ts';

export type Aim = {
  readonly url: string;
  readonly key: string | undefined;
  readonly recordFile: string | undefined;
  readonly settings?: Partial<RunSettings>;
};

/** The request of a quick run against a running service, with the shipped interface. */
export function runRequestFor({ url, key, recordFile, settings }: Aim): RunRequest {
  return {
    specDirectory: join(import.meta.dirname, '../../spec/pet-catalogue'),
    key,
    settings: {
      url,
      plan: 'free',
      profile: 'quick',
      seed: 1,
      maxRequests: 84,
      maxDurationS: 20,
      timeoutMs: 2_000,
      exhaust: false,
      exclusive: false,
      readOnly: false,
      strict: false,
      suites: [],
      checks: [],
      ...settings,
    },
    headers: [],
    tls: { insecure: false, ca: undefined },
    proxy: {},
    ownMock: false,
    recordFile,
  };
}
