import { createHmac, type KeyObject } from 'node:crypto';
import {
  type ColumnMapping,
  ignoringUnmapped,
  targetIn,
} from '@pii-vault/platform/values/import-columns/column-plan';
import { lengthPrefixed } from '../keys/envelope/length-prefixed.ts';
import type { FilePlan } from './file-plan.ts';
import type { ImportOptions } from './import-options.ts';

/**
 * 32 bytes of HMAC-SHA-256 under the company's index key over all inputs of an import: the file (its SHA-256), the
 * column mapping, the options and the consent. The file name does not count.
 */
export function importFingerprint(
  indexKey: KeyObject,
  options: ImportOptions,
  plan: FilePlan,
  fileSha256: Buffer,
): Buffer {
  const { mapping, unmapped, dateOrder } = options.reading;
  // Omitted for the default, so that earlier fingerprints stay valid.
  const returning = options.afterErasure === 'create' ? ['create'] : [];
  const replacing = options.onConflict === 'replace' ? ['replace'] : [];
  const wish = [
    mapping === undefined ? null : sorted(mapping),
    unmapped,
    dateOrder,
    ...returning,
    ...replacing,
    ...(options.onKnown === 'create' ? [] : [options.onKnown]),
  ];
  return digest(indexKey, options, fileSha256, [columnsOf(plan), JSON.stringify(wish)]);
}

/**
 * The fingerprint of vaults before imports could be held, so that files of that time are still recognised. Undefined
 * for options that no import of that time had.
 */
export function formerFingerprint(
  indexKey: KeyObject,
  options: ImportOptions,
  plan: FilePlan,
  fileSha256: Buffer,
): Buffer | undefined {
  const { mapping, unmapped, dateOrder } = options.reading;
  const isLater =
    options.afterErasure === 'create' || options.onConflict === 'replace' || options.onKnown !== 'create';
  if (unmapped !== 'hold' || dateOrder !== 'dmy' || isLater) return undefined;
  const isCsv = options.mediaType === 'text/csv';
  return digest(indexKey, options, fileSha256, [
    columnsOf({ columns: ignoringUnmapped(plan.columns) }),
    isCsv ? '' : JSON.stringify(sorted(mapping ?? {})),
  ]);
}

const sorted = (mapping: ColumnMapping) => Object.entries(mapping).sort(([a], [b]) => (a < b ? -1 : 1));

const columnsOf = ({ columns }: Pick<FilePlan, 'columns'>): string =>
  JSON.stringify(columns.columns.map((column) => [column, targetIn(columns.targets, column) ?? null]));

function digest(
  indexKey: KeyObject,
  { companyId, mediaType, onInvalid, consent }: ImportOptions,
  fileSha256: Buffer,
  reading: readonly [columns: string, wish: string],
): Buffer {
  const message = lengthPrefixed(
    'import fingerprint',
    companyId,
    fileSha256,
    mediaType,
    onInvalid,
    ...reading,
    consent.purpose,
    consent.noticeVersion ?? '',
    consent.language ?? '',
    consent.channel ?? '',
    JSON.stringify([...consent.alsoFor].sort()),
  );
  return createHmac('sha256', indexKey).update(message).digest();
}
