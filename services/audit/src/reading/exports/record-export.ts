import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith, requirePermission } from '@pii-vault/platform/core/context/permissions';
import { auditMessage } from '@pii-vault/platform/domain/audit-entry';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { NO_COMPANY } from '../../entries/columns.ts';
import { invalidInput } from '../../errors.ts';

export interface ExportFacts {
  readonly list: string;
  /** Empty: every company of the caller is exported. */
  readonly permission: string;
  readonly companyId?: number | undefined;
  readonly filters: Readonly<Record<string, string>>;
}

const NAME = /^[a-z][a-z-]{0,40}$/;
const FILTER = /^[A-Za-z0-9_,-]{1,60}$/;

/**
 * Records the export of a list in the trail, once for each company whose rows the file may contain. An export of all
 * companies also gets an entry of the deployment, because the file contains its rows. A super_admin may name any
 * company id: an id that the trail does not know has no rows, and the deployment's entry names it.
 * @throws AppError INVALID_INPUT, PERMISSION_DENIED for a company in which the caller does not hold the permission
 */
export function recordExport({ db }: { readonly db: Pick<Database, 'tenant'> }) {
  return async (ctx: Ctx, facts: ExportFacts): Promise<void> => {
    if (!NAME.test(facts.list)) throw invalidInput('list', 'A list in kebab-case');
    for (const [name, value] of Object.entries(facts.filters))
      if (!FILTER.test(name) || !FILTER.test(value)) throw invalidInput('filters', 'Filters of a closed set');
    const companies = reachOf(ctx, facts);
    await db.tenant(companies === 'all' ? 'all' : { companies }, async (tx) => {
      const recorded = await recordedFor(tx, ctx, companies);
      const objectIds = { ...facts.filters, list: facts.list };
      await tx.publishAll(
        recorded.map((companyId) => {
          const company = companyId === undefined ? {} : { companyId };
          const named = companyId === undefined && facts.companyId !== undefined;
          const ids = named ? { ...objectIds, companyId: String(facts.companyId) } : objectIds;
          return auditMessage('audit', ctx, { action: 'data_export', ...company, objectIds: ids });
        }),
      );
    });
  };
}

function reachOf(ctx: Ctx, { companyId, permission }: ExportFacts): 'all' | readonly number[] {
  if (companyId !== undefined) {
    requirePermission(ctx, permission, companyId);
    return [companyId];
  }
  const { caller } = ctx;
  if (permission !== '' || caller.kind !== 'user') return companiesWith(caller, permission);
  return caller.isSuperAdmin ? 'all' : [...caller.companies.keys()];
}

/** The companies that get an entry; undefined stands for the deployment. */
async function recordedFor(
  tx: Tx,
  ctx: Ctx,
  reach: 'all' | readonly number[],
): Promise<(number | undefined)[]> {
  if (reach === 'all') return [undefined, ...(await companiesOfTrail(tx))];
  if (ctx.caller.kind !== 'user' || !ctx.caller.isSuperAdmin) return [...reach];
  const known = await companiesOfTrail(tx);
  return reach.map((companyId) => (known.includes(companyId) ? companyId : undefined));
}

async function companiesOfTrail(tx: Tx): Promise<number[]> {
  const rows = await tx.query<{ companyId: number }>(
    'SELECT company_id AS "companyId" FROM company_heads WHERE company_id <> $1::bigint ORDER BY company_id',
    [NO_COMPANY],
  );
  return rows.map(({ companyId }) => companyId);
}
