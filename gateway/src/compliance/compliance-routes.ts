import {
  type ComplianceCheck,
  complianceCheckSchema,
  type complianceHistoryQuery,
} from '@pii-vault/contract/compliance/compliance-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Columns } from '@pii-vault/platform/core/tables/csv-chunks';
import type { z } from 'zod';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { type ExportDeps, exportList, exportPageRows } from '../files/export-list.ts';
import { jsonOf } from '../passed/json-of.ts';

/** CSV columns of the list; evidence is JSON, several recommendations in a cell are separated by line breaks. */
const checkColumns: Columns<ComplianceCheck> = {
  id: (check) => check.id,
  companyId: (check) => check.companyId,
  ruleId: (check) => check.ruleId,
  regulationType: (check) => check.regulationType,
  checkType: (check) => check.checkType,
  title: (check) => check.title,
  reference: (check) => check.reference,
  lawVersion: (check) => check.lawVersion,
  status: (check) => check.status,
  score: (check) => check.score,
  readiness: (check) => check.readiness,
  details: (check) => check.details,
  evidence: (check) => JSON.stringify(check.evidence),
  recommendations: (check) => check.recommendations.join('\n'),
  inForceFrom: (check) => check.inForceFrom,
  lastChecked: (check) => check.lastChecked,
  nextCheck: (check) => check.nextCheck,
};

type Deps = Pick<Clients, 'checks'> & ExportDeps;

const toCheck = jsonOf(complianceCheckSchema);

/** Files. */
export function complianceHandlers(deps: Deps): Handlers<KeysOf<'compliance'>> {
  const { checks } = deps;
  const latest = async (ctx: Ctx, companyId: number | undefined) => {
    const answer = await checks.listChecks(ctx, { companyId });
    return answer.checks.map(toCheck);
  };
  return {
    'GET /compliance/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'compliance',
          format: query.format,
          permission: 'compliance:read',
          companyId: query.companyId,
          columns: checkColumns,
          page: async (ctx) => ({ rows: await latest(ctx, query.companyId), next: undefined }),
        },
      ),
    'GET /compliance/history/export': async ({ ctx, query, renewed }) =>
      exportList(
        deps,
        { ctx, renewed },
        {
          name: 'compliance-history',
          format: query.format,
          permission: 'compliance:read',
          companyId: query.companyId,
          filters: { ruleId: query.ruleId },
          columns: checkColumns,
          page: (ctx, position) => historyPage(deps, ctx, query, exportPageRows, position),
        },
      ),
  };
}

type Filters = Pick<z.output<typeof complianceHistoryQuery>, 'companyId' | 'ruleId'>;

async function historyPage(
  { checks }: Deps,
  ctx: Ctx,
  { companyId, ruleId }: Filters,
  limit: number,
  position: string | undefined,
) {
  const wanted = { companyId, ruleId, limit, cursor: position };
  const answer = await checks.listHistory(ctx, wanted);
  return { rows: answer.checks.map(toCheck), next: answer.nextCursor };
}
