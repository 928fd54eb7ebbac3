import type { Ctx } from '@pii-vault/platform/context/ctx';
import { companiesWith } from '@pii-vault/platform/context/permissions';
import type { Database, Scope, Tx } from '@pii-vault/platform/db/database';
import { invalidArgument } from '../errors.ts';
import type { KeyPurpose } from '../hierarchy/key-owner.ts';
import type { KeyAlgorithm } from '../key-store/key-store.ts';

export interface KeyRecord {
  readonly id: number;
  readonly keyId: string;
  readonly companyId: number;
  readonly purpose: KeyPurpose;
  readonly ownerService: string;
  readonly algorithm: KeyAlgorithm;
  readonly isActive: boolean;
  readonly reference: string | undefined;
  readonly version: number;
  readonly createdAt: Date;
  readonly rotatedAt: Date | undefined;
}

export interface ListKeysInput {
  /** 0: every company in which the caller may manage encryption. */
  readonly companyId: number;
  /** master | field | backup, '' for all. */
  readonly keyType: string;
  /** 1–200, 0 for 50. */
  readonly limit: number;
  readonly after: { readonly companyId: number; readonly id: number };
}

interface KeyRow {
  readonly id: number;
  readonly key_id: string;
  readonly company_id: number;
  readonly purpose: KeyPurpose;
  readonly owner_service: string;
  readonly algorithm: KeyAlgorithm;
  readonly status: string;
  readonly hsm_key_reference: string | null;
  readonly version: number;
  readonly created_at: Date;
  readonly rotated_at: Date | null;
}

const PURPOSES: Readonly<Record<string, readonly KeyPurpose[]>> = {
  '': ['master', 'field', 'index', 'text'],
  master: ['master'],
  field: ['field', 'index', 'text'],
  backup: [],
};

/** One page of the live keys of companies, ordered by (company, id). Never key material. */
export function listKeys(deps: {
  readonly db: Database;
}): (ctx: Ctx, input: ListKeysInput) => Promise<{ keys: KeyRecord[]; hasMore: boolean }> {
  return async (ctx, input) => {
    const purposes = PURPOSES[input.keyType];
    if (purposes === undefined) throw invalidArgument('keyType has to be master, field or backup');
    if (input.limit < 0 || input.limit > 200) throw invalidArgument('limit has to be 1 to 200');
    const limit = input.limit === 0 ? 50 : input.limit;
    const scope = scopeOf(ctx, input.companyId);
    const rows = await deps.db.tenant(scope, (tx) =>
      readRows(tx, scope, { ...input, purposes, count: limit + 1 }),
    );
    return { keys: rows.slice(0, limit).map(fromRow), hasMore: rows.length > limit };
  };
}

/** Company by company until the page is full: over several at once PostgreSQL would sort them all. */
async function readRows(
  tx: Pick<Tx, 'query'>,
  scope: Scope,
  {
    after,
    purposes,
    count,
  }: Pick<ListKeysInput, 'after'> & { purposes: readonly KeyPurpose[]; count: number },
): Promise<KeyRow[]> {
  const rows: KeyRow[] = [];
  for (const companyId of scope === 'all' ? [ALL] : scope.companies) {
    if (rows.length >= count) break;
    if (companyId !== ALL && companyId < after.companyId) continue;
    const values = [after.companyId, after.id, purposes, count - rows.length, companyId];
    rows.push(...(await tx.query<KeyRow>(LIST_KEYS, values)));
  }
  return rows;
}

/** In place of a company's id. */
const ALL = 0;

/** Exported for the test of its plan. */
export const LIST_KEYS = `SELECT id, key_id, company_id, purpose, owner_service, algorithm, status,
    hsm_key_reference, version, created_at, rotated_at
  FROM encryption_keys
  WHERE (company_id, id) > ($1, $2) AND company_id > 0 AND purpose = ANY ($3::text[])
    AND status <> 'destroyed' AND ($5 = 0 OR company_id = $5)
  ORDER BY company_id, id LIMIT $4`;

function scopeOf(ctx: Ctx, companyId: number): Scope {
  if (companyId > 0) return { companies: [companyId] };
  const held = companiesWith(ctx.caller, 'encryption:manage');
  return held === 'all' ? 'all' : { companies: held };
}

function fromRow(row: KeyRow): KeyRecord {
  return {
    id: row.id,
    keyId: row.key_id,
    companyId: row.company_id,
    purpose: row.purpose,
    ownerService: row.owner_service,
    algorithm: row.algorithm,
    isActive: row.status === 'active',
    reference: row.hsm_key_reference ?? undefined,
    version: row.version,
    createdAt: row.created_at,
    rotatedAt: row.rotated_at ?? undefined,
  };
}
