import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import { idIn, pageById } from '@pii-vault/platform/core/tables/list-cursor';
import type { Database, Scope, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type Check as CheckMessage,
  ChecksService,
  type ListHistoryRequest,
} from '@pii-vault/proto/compliance/v1/checks';
import { RULES } from '../rules/all-rules.ts';
import { standingOf } from '../rules/company-status.ts';
import type { Check } from './check.ts';
import { CHECK_COLUMNS, type CheckRow, checkFromRow, latestChecks } from './check-store.ts';
import type { RunOnRequest } from './runs-in-turn.ts';

const query = (where: string) => `SELECT ${CHECK_COLUMNS} FROM compliance_checks
  WHERE ${where} AND id < $1::bigint ORDER BY id DESC LIMIT $2::integer`;

/** One statement per filter, each in the order of its own index. */
export const HISTORY_QUERIES = {
  all: query('true'),
  company: query('company_id = $3::bigint'),
  rule: query('rule_id = $3::text'),
  companyRule: query('company_id = $3::bigint AND rule_id = $4::text'),
} as const;

/** All checks in the transaction's scope, newest first. */
async function checkHistory(tx: Tx, page: ListHistoryRequest): Promise<Check[]> {
  const { companyId, ruleId, cursor, limit } = page;
  const filters = [companyId, ruleId].filter((filter) => filter !== undefined);
  const byRule = ruleId === undefined ? HISTORY_QUERIES.company : HISTORY_QUERIES.companyRule;
  const every = ruleId === undefined ? HISTORY_QUERIES.all : HISTORY_QUERIES.rule;
  const text = companyId === undefined ? every : byRule;
  const rows = await tx.query<CheckRow>(text, [idIn(cursor) ?? Number.MAX_SAFE_INTEGER, limit, ...filters]);
  return rows.map(checkFromRow);
}

export interface ChecksRpcDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
  readonly runChecks: RunOnRequest;
  companyExists(companyId: number): Promise<boolean>;
}

const READ = 'compliance:read';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const RULE_IDS = RULES.map((rule) => rule.id);

export function checksRpc(deps: ChecksRpcDeps): RpcService {
  return serve(ChecksService, {
    listChecks: {
      allow: permission(READ, (req) => req.companyId),
      handle: async (ctx, req) => {
        const scope: Scope = scopeWith(ctx.caller, READ, req.companyId);
        const checks = await deps.db.tenant(scope, (tx) => latestChecks(tx, scope, RULE_IDS));
        return { checks: checks.map(toMessage) };
      },
    },
    listHistory: {
      allow: permission(READ, (req) => req.companyId),
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const page = { ...req, limit: limit + 1 };
        const found = await deps.db.tenant(scopeWith(ctx.caller, READ), (tx) => checkHistory(tx, page));
        const { rows, nextCursor } = pageById(found, limit);
        return { checks: rows.map(toMessage), nextCursor };
      },
    },
    runChecks: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, { companyId }) => {
        // A super_admin may name any number.
        if (!(await deps.companyExists(companyId))) throw notFound();
        const checks = await deps.runChecks(ctx, companyId);
        return { checks: checks.map(toMessage) };
      },
    },
    companyStatuses: {
      allow: permission(READ),
      handle: async (ctx, req) => ({ companies: await statuses(deps, ctx, req.companyIds) }),
    },
  });
}

async function statuses(deps: ChecksRpcDeps, ctx: Ctx, companyIds: readonly number[]) {
  const wanted: Scope = companyIds.length === 0 ? 'all' : { companies: companyIds };
  const checks =
    ctx.caller.kind === 'service'
      ? await deps.db.system((tx) => latestChecks(tx, wanted, RULE_IDS))
      : await deps.db.tenant(scopeWith(ctx.caller, READ), (tx) => latestChecks(tx, wanted, RULE_IDS));
  return [...Map.groupBy(checks, (check) => check.companyId)].map(([companyId, own]) => ({
    companyId,
    ...standingOf(own),
    lastChecked: own[0]?.createdAt,
  }));
}

function toMessage(check: Check): CheckMessage {
  const rule = RULES.find((one) => one.id === check.ruleId);
  return {
    ...check,
    regulationType: rule?.regulationType ?? '',
    checkType: rule?.checkType ?? '',
    title: rule?.title ?? '',
    reference: rule?.reference ?? '',
    inForceFrom: rule?.inForceFrom,
    lastChecked: check.createdAt,
    nextCheck: check.nextCheckDue,
  };
}
