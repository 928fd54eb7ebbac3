import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { exportCursor, exportPosition } from '@pii-vault/platform/core/tables/export-cursor';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { readingScope } from '@pii-vault/platform/domain/reading-scope';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { invalidField } from '../../errors.ts';
import type { CompanyKeys } from '../../keys/company-keys/company-keys.ts';
import type { Approvals } from '../../limits/approvals/usable-approvals.ts';
import { anyPage } from './any-page.ts';
import { type AskedPage, type IndividualsPage, isCounted, type ListInput } from './individuals-page.ts';
import { readList } from './list-store.ts';
import { cutAt, decodePosition, OWN_ORDER } from './page-order.ts';
import { requireExportRoom, spendExport } from './spend-export.ts';

export interface ListDeps {
  readonly db: Pick<Database, 'tenant' | 'read'>;
  readonly status: CompanyStatus;
  readonly keys: CompanyKeys;
  readonly zones: CompanyZones;
  readonly approvals: Approvals;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
/** Up to this many companies the policy compares ids; for more, a super_admin has a separate policy. */
const MOST_NAMED = 1_000;

export type ListIndividuals = (ctx: Ctx, input: ListInput) => Promise<IndividualsPage>;

/** A keyset page of the people the caller may read. Nothing is decrypted. */
export function listIndividualsUseCase(deps: ListDeps): ListIndividuals {
  return async (ctx, asked) => {
    const limit = Math.min(asked.limit === 0 ? DEFAULT_LIMIT : asked.limit, MAX_LIMIT);
    if (limit < 1) throw invalidField('LIMIT_INVALID', 'limit', 'must be 1 to 200');
    refuseMixed(asked);
    const companies = await deps.status.readScope(ctx, 'pii:read', asked.companyId);
    const everywhere = await deps.status.readScope(ctx, 'pii:read', undefined);
    const query = { input: atPosition(asked, companies), companies, everywhere, limit };
    if (asked.forExport === true && asked.cursor === undefined)
      await requireExportRoom(deps, ctx, companies, { ...asked, limit });
    const reached = [...new Set([...companies, ...everywhere])].sort((a, b) => a - b);
    const page =
      reached.length <= MOST_NAMED && isInOwnOrder(query.input)
        ? await ownPage(deps.db, query, reached)
        : await anyPage(deps, ctx, readingScope(ctx, reached), query);
    if (asked.forExport === true) {
      const listed = page.individuals.map((one) => one.companyId);
      await spendExport(deps, ctx, listed, asked.purpose);
    }
    const { nextCursor } = page;
    return {
      ...page,
      ...(asked.forExport === true && nextCursor !== undefined
        ? { nextCursor: exportCursor(companies, nextCursor) }
        : {}),
    };
  };
}

/** A search has its own order and covers all people. @throws AppError INVALID_ARGUMENT SEARCH_ALONE, FILTER_ALONE */
function refuseMixed({ search = '', sort = '', quality = '', externalId, filter }: ListInput): void {
  if (externalId !== undefined && filter !== undefined)
    throw invalidField('FILTER_ALONE', 'externalId', 'cannot be combined with a filter');
  const isAlone = sort === '' && quality === '' && externalId === undefined && filter === undefined;
  if (search.trim() === '' || isAlone) return;
  throw invalidField('SEARCH_ALONE', 'search', 'cannot be combined with sort, a filter or externalId');
}

/** @throws AppError ABORTED EXPORT_SCOPE_CHANGED */
function atPosition(asked: ListInput, companies: readonly number[]): ListInput {
  if (asked.forExport !== true || asked.cursor === undefined) return asked;
  return { ...asked, cursor: exportPosition(companies, asked.cursor) };
}

/** The list in the order for partner systems: all people, by company and id. */
function isInOwnOrder({ sort = OWN_ORDER, quality = '', ...input }: ListInput): boolean {
  return sort === OWN_ORDER && quality === '' && isCounted(input);
}

async function ownPage(
  db: Pick<Database, 'read'>,
  { input: { cursor }, companies, everywhere, limit }: AskedPage,
  scope: readonly number[],
): Promise<IndividualsPage> {
  const { individuals, presences, total } = await readList(db, {
    companies,
    everywhere,
    scope,
    limit: limit + 1,
    ...(cursor === undefined ? {} : { after: decodePosition(OWN_ORDER, cursor) }),
  });
  return { ...cutAt(limit, OWN_ORDER, individuals), presences, total };
}
