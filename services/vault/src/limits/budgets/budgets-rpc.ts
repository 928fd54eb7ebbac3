import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type BudgetAlarm as AlarmMessage,
  BudgetsService,
  type GetRevealBudgetRequest,
  type LooseningAlarm as LooseningMessage,
} from '@pii-vault/proto/vault/v1/budgets';
import { type LooseningAlarm, readLoosenings } from '../policies/changes-store.ts';
import { type PolicyDeps, policyCalls } from '../policies/policy-calls.ts';
import { type BudgetAlarm, readAlarms } from './alarms-store.ts';
import { type BudgetsDeps, getBudget } from './get-budget.ts';
import { budgetOf, purposeOf } from './meters.ts';

const MAX_HOURS = 720;

export function budgetsRpc(deps: BudgetsDeps & PolicyDeps): RpcService {
  const { db } = deps;
  return serve(BudgetsService, {
    getRevealBudget: {
      allow: permission('pii:reveal', (req: GetRevealBudgetRequest) => req.companyId),
      handle: (ctx, req) => getBudget(deps, ctx, req.companyId, req.purpose),
    },
    ...policyCalls(deps),
    listBudgetAlarms: {
      allow: permission('security:read'),
      handle: async (ctx, { hours }) => {
        const wanted = Math.min(Math.max(hours, 1), MAX_HOURS);
        const [alarms, loosenings] = await db.tenant(scopeWith(ctx.caller, 'security:read'), async (tx) => [
          await readAlarms(tx, wanted),
          await readLoosenings(tx, wanted),
        ]);
        return { alarms: alarms.map(alarmToProto), loosenings: loosenings.map(looseningToProto) };
      },
    },
  });
}

function looseningToProto({ companyId, requestedBy, ...times }: LooseningAlarm): LooseningMessage {
  return { ...times, companyId, userId: requestedBy };
}

function alarmToProto({ kind, ...alarm }: BudgetAlarm): AlarmMessage {
  const budget = budgetOf(kind);
  return {
    companyId: alarm.companyId,
    userId: alarm.userId,
    clientId: alarm.clientId,
    kind: budget ?? '',
    purpose: budget === undefined ? '' : purposeOf({ budget, purpose: alarm.purpose }),
    used: alarm.used,
    refused: alarm.refused,
    firstAt: alarm.firstAt,
    lastAt: alarm.lastAt,
  };
}
