import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { requirePermission } from '@pii-vault/platform/core/context/permissions';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { canonicalise } from '@pii-vault/platform/domain/field-types/canonical';
import type { Database, Scope, Tx } from '@pii-vault/platform/postgres/database';
import { bitOf, requireStated } from '../../consents/consent.ts';
import { coveredPeople } from '../../consents/covered-people.ts';
import { invalidField } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import { findHolders } from '../search/search-store.ts';
import { spendSearch } from '../search/spend-search.ts';
import { readFigures } from './figures.ts';
import { filteredPage } from './filtered-page.ts';
import { type Individual, isQualityBand, QUALITY_BANDS, type QualityBand } from './individual.ts';
import { type AskedPage, type IndividualsPage, isCounted, type ListInput } from './individuals-page.ts';
import { readIndividuals, readPage, readPresences } from './individuals-store.ts';
import { cutAt, decodePosition, OWN_ORDER, pageOrderOf } from './page-order.ts';
import { isPeriodOnly } from './people-filter.ts';
import { searchPage } from './search-page.ts';

export interface AnyPageDeps {
  readonly db: Pick<Database, 'tenant'>;
  readonly keys: CompanyKeys;
  readonly zones: CompanyZones;
}

interface Find extends AskedPage {
  readonly externalId: ((tx: Tx) => Promise<Individual[]>) | undefined;
}

/** A page in any order, of one quality band or of search results, over any number of companies. */
export async function anyPage(
  deps: AnyPageDeps,
  ctx: Ctx,
  scope: Scope,
  query: AskedPage,
): Promise<IndividualsPage> {
  const find = { ...query, externalId: await externalIdQuery(deps, ctx, query.input) };
  const reading = deps.db.tenant(scope, async (tx) => {
    const found = await findPage(tx, find);
    const ids = [...new Set(found.individuals.map((one) => one.id))];
    const presences = ids.length === 0 ? [] : await readPresences(tx, query.everywhere, ids);
    return { ...found, presences };
  });
  const [page, total] = await Promise.all([reading, totalOf(deps.db, ctx, query)]);
  return { ...page, ...(total === undefined ? {} : { total }) };
}

async function findPage(
  tx: Tx,
  { input, companies, everywhere, limit, externalId }: Find,
): Promise<{ individuals: Individual[]; nextCursor?: string; nextAfterId?: number }> {
  if (externalId !== undefined) return { individuals: await externalId(tx) };
  if (input.search !== undefined && input.search.trim() !== '') {
    return await searchPage(tx, { text: input.search, companies, limit, cursor: input.cursor });
  }
  const name = input.sort ?? OWN_ORDER;
  const order = pageOrderOf(name);
  const band = bandOf(input.quality);
  const { companyId, filter } = input;
  const isByChange = order.column === 'updated_at';
  if (filter !== undefined && companyId !== undefined && !(isByChange && isPeriodOnly(filter))) {
    if (name !== OWN_ORDER)
      throw invalidField('SORT_UNKNOWN', 'sort', 'is id with a filter, or updatedAt with a period only');
    return await filteredPage(tx, {
      ...{ filter, companyId, limit },
      others: everywhere.filter((id) => id !== companyId),
      ...(input.cursor === undefined ? {} : { after: decodePosition(name, input.cursor) }),
      ...(band === undefined ? {} : { quality: QUALITY_BANDS[band] }),
    });
  }
  const rows = await readPage(tx, {
    companies,
    order,
    limit: limit + 1,
    ...(input.cursor === undefined ? {} : { after: decodePosition(name, input.cursor) }),
    ...(band === undefined ? {} : { quality: QUALITY_BANDS[band] }),
    ...(filter === undefined ? {} : { updated: filter }),
  });
  return cutAt(limit, name, rows);
}

/**
 * The holder of an external id, if it consented to the purpose. Needs the company and pii:write, because it discloses
 * that the company has the id, and counts as a search by value.
 */
async function externalIdQuery(
  deps: AnyPageDeps,
  ctx: Ctx,
  { externalId, companyId, purpose }: ListInput,
): Promise<Find['externalId']> {
  if (externalId === undefined) return undefined;
  if (companyId === undefined)
    throw invalidField('COMPANY_REQUIRED', 'companyId', 'is required with externalId');
  requirePermission(ctx, 'pii:write', companyId);
  const stated = requireStated(purpose);
  const canonical = canonicalise('external_id', externalId);
  if (!canonical.ok)
    throw invalidField('EXTERNAL_ID_INVALID', 'externalId', `is not valid: ${canonical.message}`);
  await spendSearch(deps, ctx, companyId);
  const keys = await deps.keys.indexKeys(companyId);
  return async (tx) => {
    const holders = await findHolders(tx, keys, companyId, 'external_id', [canonical.value]);
    const field = { types: bitOf('external_id'), purpose: stated };
    const covered = await coveredPeople(tx, companyId, holders.get(canonical.value) ?? [], field);
    return await readIndividuals(tx, [companyId], covered);
  };
}

async function totalOf(
  db: Pick<Database, 'tenant'>,
  ctx: Ctx,
  { input, companies }: AskedPage,
): Promise<number | undefined> {
  if (!isCounted(input)) return undefined;
  const figures = await readFigures(db, ctx, companies);
  const band = bandOf(input.quality);
  return band === undefined ? figures.individuals : figures[band];
}

function bandOf(quality: string | undefined): QualityBand | undefined {
  if (quality === undefined || quality === '') return undefined;
  if (!isQualityBand(quality))
    throw invalidField('QUALITY_UNKNOWN', 'quality', 'is none of high, medium, low');
  return quality;
}
