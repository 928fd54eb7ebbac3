import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { cursorOf } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { invalidInput } from '../../errors.ts';
import { boundRange, checkRange, type TimeRange } from './time-range.ts';
import type { TrailFilter } from './trail-filter.ts';
import { countEntries, entriesAt, type ListedEntry, pageOfLeaves } from './trail-store.ts';

export interface TrailQuery extends TrailFilter, TimeRange {
  /** 1 to 200, default 50. */
  readonly limit: number | undefined;
  readonly companyId: number | undefined;
  /** Leaf indexes below this one; the whole trail when undefined. */
  readonly before: number | undefined;
}

export interface TrailPage {
  readonly entries: readonly ListedEntry[];
  readonly nextCursor: string | undefined;
  /** Undefined when a filter makes counting expensive. */
  readonly total: number | undefined;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_SEARCH = 200;

/**
 * Newest first. Row-level security excludes other companies independently of the query. Entries of the deployment
 * (company 0) are part of 'all' only.
 */
export function listTrail(deps: { readonly db: Pick<Database, 'tenant'> }) {
  return async (ctx: Ctx, query: TrailQuery): Promise<TrailPage> => {
    const limit = query.limit ?? DEFAULT_LIMIT;
    if (limit < 1 || limit > MAX_LIMIT) throw invalidInput('limit', `limit must be 1 to ${MAX_LIMIT}`);
    if ((query.search?.length ?? 0) > MAX_SEARCH) throw invalidInput('search', 'search is too long');
    checkRange(query);
    const hasRange = query.from !== undefined || query.until !== undefined;
    const scope = scopeWith(ctx.caller, 'audit:read', query.companyId);
    return await deps.db.tenant(scope, async (tx) => {
      // Reads one row more than requested: it shows whether there is a next page.
      const before = query.before ?? Number.MAX_SAFE_INTEGER;
      const range = hasRange ? await boundRange(tx, query) : undefined;
      const leaves = await pageOfLeaves(tx, scope, query, before, limit + 1, range);
      const shown = leaves.slice(0, limit);
      const last = leaves.length > limit ? shown.at(-1) : undefined;
      const isFiltered = hasRange || query.action !== undefined || query.search !== undefined;
      return {
        entries: await entriesAt(tx, shown),
        nextCursor: last === undefined ? undefined : cursorOf(last),
        total: isFiltered ? undefined : await countEntries(tx, scope),
      };
    });
  };
}
