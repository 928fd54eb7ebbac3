import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { companiesWith } from '@pii-vault/platform/core/context/permissions';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { freshProof, permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { ProbesService, type ProbeAlarm as ProtoAlarm } from '@pii-vault/proto/lineage/v1/probes';
import { listAlarms, type ProbeAlarm } from './alarms-store.ts';
import { type LiftDeps, liftProbeStop } from './lift-stop.ts';

const READ = 'security:read';
const MAX_HOURS = 720;

export interface ProbesDeps extends LiftDeps {
  readonly db: Pick<Database, 'tenant' | 'system'>;
}

export function probesRpc(deps: ProbesDeps): RpcService {
  const lift = liftProbeStop(deps);
  return serve(ProbesService, {
    listProbes: {
      allow: permission<unknown>(READ),
      handle: async (ctx, { hours }) => {
        const within = Math.min(Math.max(hours, 1), MAX_HOURS);
        const alarms = await deps.db.tenant(scopeWith(ctx.caller, READ), (tx) => listAlarms(tx, within));
        return { alarms: alarms.map((alarm) => toProto(ctx, alarm)) };
      },
    },
    liftStop: {
      allow: freshProof(permission<unknown>('company:manage')),
      handle: async (ctx, { id }) => {
        await lift(ctx, id);
        return {};
      },
    },
  });
}

/** Only the credential's own company learns which credential it is. */
function toProto({ caller }: Ctx, alarm: ProbeAlarm): ProtoAlarm {
  const companies = companiesWith(caller, READ);
  const isOwn = companies === 'all' || companies.includes(alarm.companyId);
  return {
    id: alarm.id,
    companyId: alarm.companyId,
    otherCompanyId: alarm.otherCompanyId,
    agreementId: alarm.agreementId,
    credential: isOwn ? alarm.credential : '',
    reason: alarm.reason,
    events: alarm.events,
    budget: alarm.budget,
    firstSeenAt: alarm.firstAt,
    lastSeenAt: alarm.lastAt,
    liftedAt: alarm.liftedAt ?? undefined,
  };
}
