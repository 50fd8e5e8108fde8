import type { Interface } from '../interface/model.ts';
import { packageManifest } from './package-manifest.ts';
import { RECORD_VERSION, type RecordHeader } from './record.ts';

type Origin = 'specDirectory' | 'settings' | 'ownMock' | 'runId' | 'startedAt' | 'source' | 'resumes';

/** The first line of a record: which assay and which document it was made with, and where it comes from. */
export function recordHeader(
  { id, title, version, digest }: Interface,
  origin: Pick<RecordHeader, Origin>,
): RecordHeader {
  return {
    type: 'header',
    recordVersion: RECORD_VERSION,
    assayVersion: packageManifest().version,
    nodeVersion: process.version,
    interface: { id, title, version, digest },
    ...origin,
  };
}
