import {
  type BatchResult,
  type CreateBatch,
  externalIdSchema,
  recordFieldsSchema,
} from '@pii-vault/contract/pii-records/pii-records-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import { yieldToEventLoop } from '@pii-vault/platform/core/threads/yield-to-event-loop';
import type { NewRecord } from '@pii-vault/proto/vault/v1/records';

/** Maximum message size, below the 1 MiB limit of services. */
const maxMessageBytes = 768 * 1024;
/** Tags and lengths around a field of a record. */
const overheadBytes = 16;

/** A record that passed validation, with its index in the request. */
export interface PlacedRecord {
  readonly index: number;
  readonly record: NewRecord;
}

/** Records checked before yielding to the event loop, about 3 ms. */
const CHECKED_AT_ONCE = 100;

/** Returns errors for records that fail the contract; the others go to the vault. */
export async function checkRecords(
  records: CreateBatch['records'],
): Promise<{ good: PlacedRecord[]; bad: BatchResult[] }> {
  const good: PlacedRecord[] = [];
  const bad: BatchResult[] = [];
  for (const [index, { fields, externalId }] of records.entries()) {
    if (index % CHECKED_AT_ONCE === 0) await yieldToEventLoop();
    if (areGoodFields(fields) && isGoodReference(externalId)) {
      good.push({ index, record: { fields, externalId } });
      continue;
    }
    const parsed = recordFieldsSchema.safeParse(fields);
    const reference = externalIdSchema.optional().safeParse(externalId);
    if (parsed.success && reference.success)
      good.push({ index, record: { fields: present(parsed.data), externalId: reference.data } });
    else bad.push({ index, status: 'rejected', errors: problems(parsed.error, reference.error) });
  }
  return { good, bad };
}

const knownTypes: ReadonlySet<string> = new Set(fieldTypes);

/** A ten times faster pre-check that accepts most records; the contract's schema decides all others. */
function areGoodFields(fields: Readonly<Record<string, unknown>>): fields is Record<string, string> {
  const entries = Object.entries(fields);
  return entries.length > 0 && entries.every(([type, value]) => knownTypes.has(type) && isText(value, 4_000));
}

const isGoodReference = (reference: unknown): reference is string | undefined =>
  reference === undefined || isText(reference, 200);

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength;

interface Failed {
  readonly issues: readonly {
    readonly path: readonly PropertyKey[];
    readonly code: string;
    readonly message: string;
  }[];
}

/** Reports only known field types: another key could contain personal data. */
function problems(fields: Failed | undefined, reference: Failed | undefined): BatchResult['errors'] {
  const reason = 'FIELD_INVALID';
  const inFields = (fields?.issues ?? []).map(({ path, code, message }) =>
    code === 'invalid_key' || code === 'unrecognized_keys'
      ? { path: 'fields', reason, message: 'Unknown field type' }
      : { path: path.length === 0 ? 'fields' : String(path[0]), reason, message },
  );
  const inReference = (reference?.issues ?? []).map(({ message }) => ({
    path: 'externalId',
    reason,
    message,
  }));
  return [...inFields, ...inReference];
}

const present = (fields: Readonly<Partial<Record<string, string>>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([type, value]) => (value === undefined ? [] : [[type, value]])),
  );

/** Splits a batch into messages deterministically, so that a replay finds its parts. */
export function splitBySize(records: readonly PlacedRecord[]): PlacedRecord[][] {
  const parts: PlacedRecord[][] = [];
  let size = maxMessageBytes;
  for (const placed of records) {
    const bytes = sizeOf(placed.record);
    if (size + bytes > maxMessageBytes) {
      parts.push([]);
      size = 0;
    }
    size += bytes;
    parts.at(-1)?.push(placed);
  }
  return parts;
}

function sizeOf({ fields, externalId }: NewRecord): number {
  let bytes = overheadBytes + Buffer.byteLength(externalId ?? '');
  for (const [type, value] of Object.entries(fields))
    bytes += overheadBytes + type.length + Buffer.byteLength(value);
  return bytes;
}
