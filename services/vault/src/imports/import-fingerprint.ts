import { createHmac, type KeyObject } from 'node:crypto';
import { lengthPrefixed } from '../envelope/length-prefixed.ts';
import type { FilePlan } from './file-plan.ts';
import type { ImportOptions } from './import-options.ts';

/**
 * 32 bytes of HMAC-SHA-256 under the company's index key over everything that decides what an import does: the file
 * (its SHA-256), how its columns are read, the options and the consent. The file name does not count.
 */
export function importFingerprint(
  indexKey: KeyObject,
  options: ImportOptions,
  plan: FilePlan,
  fileSha256: Buffer,
): Buffer {
  const { consent } = options;
  const columns = plan.columns.columns.map((column) => [column, plan.columns.targets[column]]);
  const mapping = Object.entries(plan.mapping ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  const message = lengthPrefixed(
    'import fingerprint',
    options.companyId,
    fileSha256,
    options.mediaType,
    options.onInvalid,
    JSON.stringify(columns),
    // Only where keys may come that the plan does not know.
    options.mediaType === 'text/csv' ? '' : JSON.stringify(mapping),
    consent.purpose,
    consent.noticeVersion ?? '',
    consent.language ?? '',
    consent.channel ?? '',
    JSON.stringify([...consent.alsoFor].sort()),
  );
  return createHmac('sha256', indexKey).update(message).digest();
}
