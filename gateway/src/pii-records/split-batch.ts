import {
  type BatchResult,
  type CreateBatch,
  externalIdSchema,
  recordFieldsSchema,
} from '@pii-vault/contract/pii-records/pii-records-schema';
import { fieldTypes } from '@pii-vault/contract/scalars';
import { nextTurn } from '@pii-vault/platform/process/next-turn';
import type { NewRecord } from '@pii-vault/proto/vault/v1/records';

/** Messages stay well under the 1 MiB that services take. */
const maxMessageBytes = 768 * 1024;
/** Tags and lengths around a field of a record. */
const overheadBytes = 16;

/** A record that passed the contract, with its place in the request. */
export interface PlacedRecord {
  readonly index: number;
  readonly record: NewRecord;
}

/** Records checked between two turns of the event loop, about 3 ms. */
const CHECKED_AT_ONCE = 100;

/** Records that fail the contract reject themselves here; the others go to the vault. */
export async function checkRecords(
  records: CreateBatch['records'],
): Promise<{ good: PlacedRecord[]; bad: BatchResult[] }> {
  const good: PlacedRecord[] = [];
  const bad: BatchResult[] = [];
  for (const [index, { fields, externalId }] of records.entries()) {
    if (index % CHECKED_AT_ONCE === 0) await nextTurn();
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

/** What the contract says of most records, in a tenth of its time; it has the last word on all others. */
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

/** Names only field types: another key could be somebody's data. */
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

/** Cuts a batch into messages; the same request is always cut the same way, so that a replay finds its parts. */
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
