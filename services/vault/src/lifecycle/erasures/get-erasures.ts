import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { cursorOf, keyIn } from '@pii-vault/platform/core/tables/list-cursor';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { tooMany } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { enterReasons, readReason, type ShownReason } from '../../limits/reasons/shown-reason.ts';
import { erasedAmong } from '../../people/individuals/erased-people-store.ts';
import { readIndividuals } from '../../people/individuals/individuals-store.ts';
import type { Erasure } from './erasure.ts';
import { erasureReasonForm } from './erasure-reason.ts';
import {
  countDueErasures,
  type DueErasures,
  type ErasurePosition,
  listErasures,
  readErasures,
  type StoredErasure,
} from './erasures-store.ts';

export interface ShownErasure {
  readonly erasure: Erasure;
  readonly reason: ShownReason;
}

export interface ReadErasuresDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
}

export type GetErasures = (
  ctx: Ctx,
  input: { readonly individualId: number; readonly companyId?: number | undefined },
) => Promise<ShownErasure[]>;

/** Status of a person's erasures, in every company of the caller that erased it. */
export function getErasuresUseCase(deps: ReadErasuresDeps): GetErasures {
  return async (ctx, { individualId, companyId }) => {
    const companies = await deps.status.readScope(ctx, 'pii:erase', companyId);
    const found = await deps.db.tenant(readingScope(ctx, companies), async (tx) => {
      const rows = await readErasures(tx, companies, individualId);
      await enterReasons(tx, ctx, 'erasures', rows.map(toReasoned));
      return rows;
    });
    if (found.length === 0) throw notFound();
    return await shown(deps, ctx, found);
  };
}

export interface ErasuresPage {
  readonly companyId?: number | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export type ListErasures = (
  ctx: Ctx,
  page: ErasuresPage,
) => Promise<{ readonly erasures: ShownErasure[]; readonly nextCursor: string | undefined }>;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** Every erasure of the caller's companies, or of one of them, the newest request first. */
export function listErasuresUseCase(deps: ReadErasuresDeps): ListErasures {
  return async (ctx, { companyId, limit: asked, cursor }) => {
    const companies = await deps.status.readScope(ctx, 'pii:erase', companyId);
    const limit = Math.min(asked > 0 ? asked : DEFAULT_LIMIT, MAX_LIMIT);
    const { rows, hasMore } = await deps.db.tenant(readingScope(ctx, companies), async (tx) => {
      const found = await listErasures(tx, { companies, after: positionIn(cursor), limit: limit + 1 });
      const rows = found.slice(0, limit);
      await enterReasons(tx, ctx, 'erasures', rows.map(toReasoned));
      return { rows, hasMore: found.length > limit };
    });
    const last = hasMore ? rows.at(-1) : undefined;
    return { erasures: await shown(deps, ctx, rows), nextCursor: last && positionCursor(last) };
  };
}

/** How far ahead a destruction is announced. */
const AHEAD_MS = 30 * 86_400_000;

/** Sealed people who are destroyed soon, in the caller's companies or in one of them. Reasons are not opened. */
export function countDueErasuresUseCase(
  deps: Pick<ReadErasuresDeps, 'db' | 'status'> & { readonly now: () => Date },
) {
  return async (ctx: Ctx, companyId: number | undefined): Promise<DueErasures> => {
    const companies = await deps.status.readScope(ctx, 'pii:erase', companyId);
    const now = deps.now();
    const until = new Date(now.getTime() + AHEAD_MS);
    return await deps.db.tenant(readingScope(ctx, companies), (tx) =>
      countDueErasures(tx, companies, { now, until }),
    );
  };
}

const positionCursor = ({ requestedAt, companyId, individualId }: ErasurePosition): string =>
  cursorOf(requestedAt.getTime(), companyId, individualId);

/** @throws AppError INVALID_ARGUMENT INVALID_CURSOR */
function positionIn(cursor: string | undefined): ErasurePosition | undefined {
  const [at, companyId, individualId] = keyIn(cursor, 3) ?? [];
  if (at === undefined || companyId === undefined || individualId === undefined) return undefined;
  return { requestedAt: new Date(at), companyId, individualId };
}

function shown(deps: ReadErasuresDeps, ctx: Ctx, rows: readonly StoredErasure[]): Promise<ShownErasure[]> {
  return Promise.all(
    rows.map(async (erasure) => {
      const form = erasureReasonForm(erasure.companyId, erasure.individualId);
      return { erasure, reason: await readReason(deps.keys, ctx, form, erasure.reason) };
    }),
  );
}

const toReasoned = ({ companyId, individualId }: StoredErasure) => ({ companyId, entryId: individualId });

/** The living people among the ids, and those who were erased. */
export type FindErasable = (
  companyId: number,
  individualIds: readonly number[],
) => Promise<{ readonly erasable: number[]; readonly erased: number[] }>;

const MAX_FOUND = 50;

export function findErasableUseCase({ db, status }: Pick<ReadErasuresDeps, 'db' | 'status'>): FindErasable {
  return async (companyId, individualIds) => {
    if (individualIds.length > MAX_FOUND) throw tooMany('people', MAX_FOUND);
    await status.requireOpen(companyId);
    return await db.tenant({ companies: [companyId] }, async (tx) => {
      const erasable = await readIndividuals(tx, [companyId], individualIds);
      const erased = await erasedAmong(tx, companyId, individualIds);
      return { erasable: erasable.map(({ id }) => id), erased: [...erased] };
    });
  };
}
