import type { Ctx } from '@pii-vault/platform/context/ctx';
import { requirePermission } from '@pii-vault/platform/context/permissions';
import type { Database, Tx } from '@pii-vault/platform/db/database';
import { exportCursor, exportPosition } from '@pii-vault/platform/tables/export-cursor';
import type { CompanyStatus } from '../company-status/company-status.ts';
import { invalidArgument } from '../errors.ts';
import { canonicalise } from '../field-types/canonical.ts';
import type { CompanyKeys } from '../keys/company-keys.ts';
import { findHolders } from '../search/search-store.ts';
import { readFigures } from './figures.ts';
import {
  type Individual,
  isQualityBand,
  type Presence,
  QUALITY_BANDS,
  type QualityBand,
} from './individual.ts';
import { readIndividuals, readingScope, readPage, readPresences } from './individuals-store.ts';
import { comparing, decodePosition, encodePosition, pageOrderOf, positionOf } from './page-order.ts';
import { searchPage } from './search-page.ts';

export interface ListInput {
  readonly companyId?: number;
  readonly limit: number;
  readonly cursor?: string;
  readonly sort?: string;
  readonly search?: string;
  readonly quality?: string;
  readonly externalId?: string;
  /** A page of a file: the next one is refused when the companies are others by then. */
  readonly forExport?: boolean;
}

export interface IndividualsPage {
  readonly individuals: readonly Individual[];
  /** Of the page's people over every company of the caller. */
  readonly presences: readonly Presence[];
  readonly nextCursor?: string;
  readonly total?: number;
}

export interface ListDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

export type ListIndividuals = (ctx: Ctx, input: ListInput) => Promise<IndividualsPage>;

/** A keyset page of the people the caller may read. Nothing is decrypted. */
export function listIndividualsUseCase(deps: ListDeps): ListIndividuals {
  return async (ctx, asked) => {
    const limit = Math.min(asked.limit === 0 ? DEFAULT_LIMIT : asked.limit, MAX_LIMIT);
    if (limit < 1) throw invalidArgument('LIMIT_INVALID', 'limit', 'must be 1 to 200');
    const companies = await deps.status.readScope(ctx, 'pii:read', asked.companyId);
    const input = atPosition(asked, companies);
    const everywhere = await deps.status.readScope(ctx, 'pii:read', undefined);
    const scope = readingScope(ctx, [...new Set([...companies, ...everywhere])]);
    const externalId = await externalIdQuery(deps, ctx, input);
    const reading = deps.db.tenant(scope, async (tx) => {
      const found = await findPage(tx, { input, companies, limit, externalId });
      const ids = [...new Set(found.individuals.map((one) => one.id))];
      const presences = ids.length === 0 ? [] : await readPresences(tx, everywhere, ids);
      return { ...found, presences };
    });
    const [page, total] = await Promise.all([reading, totalOf(deps, ctx, input, companies)]);
    const { nextCursor } = page;
    return {
      ...page,
      ...(asked.forExport === true && nextCursor !== undefined
        ? { nextCursor: exportCursor(companies, nextCursor) }
        : {}),
      ...(total === undefined ? {} : { total }),
    };
  };
}

interface Find {
  readonly input: ListInput;
  readonly companies: readonly number[];
  readonly limit: number;
  readonly externalId: ((tx: Tx) => Promise<Individual[]>) | undefined;
}

async function findPage(
  tx: Tx,
  { input, companies, limit, externalId }: Find,
): Promise<{ individuals: Individual[]; nextCursor?: string }> {
  if (externalId !== undefined) return { individuals: await externalId(tx) };
  if (input.search !== undefined && input.search.trim() !== '') {
    return await searchPage(tx, { text: input.search, companies, limit, cursor: input.cursor });
  }
  const name = input.sort ?? 'id';
  const order = pageOrderOf(name);
  const band = bandOf(input.quality);
  const rows = await readPage(tx, {
    companies,
    order,
    limit: limit + 1,
    ...(input.cursor === undefined ? {} : { after: decodePosition(name, input.cursor) }),
    ...(band === undefined ? {} : { quality: QUALITY_BANDS[band] }),
  });
  const individuals = rows.sort(comparing(order)).slice(0, limit);
  const last = individuals.at(-1);
  if (rows.length <= limit || last === undefined) return { individuals };
  return { individuals, nextCursor: encodePosition(name, positionOf(order, last)) };
}

/** @throws AppError ABORTED EXPORT_SCOPE_CHANGED */
function atPosition(asked: ListInput, companies: readonly number[]): ListInput {
  if (asked.forExport !== true || asked.cursor === undefined) return asked;
  return { ...asked, cursor: exportPosition(companies, asked.cursor) };
}

/** The holder of an external id; needs the company and pii:write, because it tells that the company has it. */
async function externalIdQuery(
  deps: ListDeps,
  ctx: Ctx,
  { externalId, companyId }: ListInput,
): Promise<Find['externalId']> {
  if (externalId === undefined) return undefined;
  if (companyId === undefined)
    throw invalidArgument('COMPANY_REQUIRED', 'companyId', 'is required with externalId');
  requirePermission(ctx, 'pii:write', companyId);
  const canonical = canonicalise('external_id', externalId);
  if (!canonical.ok) return async () => [];
  const keys = await deps.keys.indexKeys(companyId);
  return async (tx) => {
    const holders = await findHolders(tx, keys, companyId, 'external_id', [canonical.value]);
    return await readIndividuals(tx, [companyId], holders.get(canonical.value) ?? []);
  };
}

async function totalOf(
  deps: ListDeps,
  ctx: Ctx,
  input: ListInput,
  companies: readonly number[],
): Promise<number | undefined> {
  if (input.externalId !== undefined || (input.search ?? '').trim() !== '') return undefined;
  const figures = await readFigures(deps.db, ctx, companies);
  const band = bandOf(input.quality);
  return band === undefined ? figures.individuals : figures[band];
}

function bandOf(quality: string | undefined): QualityBand | undefined {
  if (quality === undefined || quality === '') return undefined;
  if (!isQualityBand(quality))
    throw invalidArgument('QUALITY_UNKNOWN', 'quality', 'is none of high, medium, low');
  return quality;
}
