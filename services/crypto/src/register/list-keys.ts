import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { cursorOf, keyIn } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { invalidRequest } from '../errors.ts';
import { KEY_TYPES, type KeyType } from '../key-store/hierarchy/key-owner.ts';
import type { KeyAlgorithm } from '../key-store/key-store.ts';
import { epochEndsAt } from '../keys/epochs/epoch.ts';
import { findActiveEpoch } from '../keys/epochs/epoch-store.ts';
import { expiresAt, type RotationSchedule } from '../keys/rotations/rotation.ts';
import { findMastersOfPage, type KeyRow, readPage } from './key-page-store.ts';

/** A version of a key that users can rotate. Never key material. */
export interface KeyRecord {
  readonly id: number;
  readonly keyId: string;
  readonly companyId: number;
  readonly keyType: KeyType;
  readonly algorithm: KeyAlgorithm;
  /** pending: the current version before its first use */
  readonly status: 'pending' | 'active' | 'expired';
  /** Reference of the master itself or of the master that wraps the key. */
  readonly reference: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly rotatedAt: Date | undefined;
  readonly lastRotatedAt: Date | undefined;
  readonly expiresAt: Date;
  readonly scheduleDays: number;
  /** undefined: not countable by crypto. */
  readonly rows: number | undefined;
}

export interface ListKeysInput {
  /** Undefined: all companies in which the caller may manage encryption. */
  readonly companyId?: number | undefined;
  /** master | field | backup, undefined for all. */
  readonly keyType?: string | undefined;
  /** 1–200, 0 for 50. */
  readonly limit: number;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
}

export interface ListKeysDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly epochLifeDays: number;
  readonly schedule: RotationSchedule;
}

/** One page of the companies' key versions that are not destroyed, ordered by (company, id). */
export function listKeys(
  deps: ListKeysDeps,
): (ctx: Ctx, input: ListKeysInput) => Promise<{ keys: KeyRecord[]; nextCursor: string | undefined }> {
  return async (ctx, input) => {
    const keyTypes = KEY_TYPES.filter((type) => input.keyType === undefined || input.keyType === type);
    if (keyTypes.length === 0) throw invalidRequest('keyType must be master, field or backup');
    if (input.limit < 0 || input.limit > 200) throw invalidRequest('limit must be 1 to 200');
    const limit = input.limit === 0 ? 50 : input.limit;
    const scope = scopeWith(ctx.caller, 'encryption:manage', input.companyId);
    const [companyId = 0, id = 0] = keyIn(input.cursor, 2) ?? [];
    return deps.db.tenant(scope, async (tx) => {
      const rows = await readPage(tx, scope, { after: { companyId, id }, keyTypes, count: limit + 1 });
      const page = rows.slice(0, limit);
      const epoch = await findActiveEpoch(tx);
      if (epoch === undefined) throw new Error('the deployment has no active epoch');
      const masters = await findMastersOfPage(tx, page);
      const ends = epochEndsAt(epoch, deps.epochLifeDays);
      const keys = page.map((row) => fromRow(row, masters, deps.schedule, ends));
      const last = rows.length > limit ? keys.at(-1) : undefined;
      return { keys, nextCursor: last && cursorOf(last.companyId, last.id) };
    });
  };
}

type Masters = Awaited<ReturnType<typeof findMastersOfPage>>;

function fromRow(row: KeyRow, masters: Masters, schedule: RotationSchedule, epochEnds: Date): KeyRecord {
  const { purpose: keyType, created_at: createdAt } = row;
  const rotatedAt = row.rotated_at ?? undefined;
  return {
    id: row.id,
    keyId: row.key_id,
    companyId: row.company_id,
    keyType,
    algorithm: row.algorithm,
    status: statusOf(row),
    reference: row.hsm_key_reference ?? masters.references.get(row.master_key_id ?? '') ?? '',
    version: row.version,
    createdAt,
    rotatedAt,
    lastRotatedAt: rotatedAt ?? (row.version > 1 ? createdAt : undefined),
    expiresAt: expiresAt({ keyType, createdAt, rotatedAt }, schedule, epochEnds),
    scheduleDays: schedule[keyType],
    rows: rowsOf(row, masters),
  };
}

function statusOf(row: KeyRow): KeyRecord['status'] {
  if (row.status !== 'active') return 'expired';
  return row.used_at === null ? 'pending' : 'active';
}

function rowsOf(row: KeyRow, masters: Masters): number | undefined {
  if (row.status === 'disabled') return 0;
  // Archives cannot be counted; a key that was never opened has none.
  if (row.purpose === 'backup') return row.used_at === null ? 0 : undefined;
  return row.purpose === 'master' ? (masters.wraps.get(row.key_id) ?? 0) : undefined;
}
