import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { FiguresService, type GetAccessFiguresRequest } from '@pii-vault/proto/audit/v1/figures';
import { invalidInput } from '../../errors.ts';
import { readAccesses } from './access-store.ts';

const READ = 'analytics:read';
/** Twice the longest range, for a comparison with the days before. */
const MAX_DAYS = 180;
const ACTORS_SHOWN = 20;
const REVEALS_SHOWN = 100;

export function figuresRpc({
  db,
  zones,
}: {
  readonly db: Pick<Database, 'tenant'>;
  readonly zones: CompanyZones;
}): RpcService {
  return serve(FiguresService, {
    getAccessFigures: {
      allow: permission(READ, (req: GetAccessFiguresRequest) => req.companyId),
      handle: async (ctx, { companyId, days }) => {
        if (days < 1 || days > MAX_DAYS) throw invalidInput('days', `days must be 1 to ${MAX_DAYS}`);
        const scope = scopeWith(ctx.caller, READ, companyId);
        const zone = zones.zoneAmong(scope === 'all' ? 'all' : scope.companies);
        const figures = await db.tenant(scope, (tx) => readAccesses(tx, scope, days, zone));
        return {
          byAction: figures.byAction.map(([action, entries]) => ({ action, entries })),
          byHour: figures.byHour,
          byActor: figures.byActor.slice(0, ACTORS_SHOWN).map(([actor, entries]) => {
            const [actorType, actorId] = halves(actor);
            return { actorType, actorId, entries };
          }),
          byDay: figures.byDay.map(([day, entries]) => ({ day, entries })),
          byWeekdayHour: figures.byWeekdayHour,
          reveals: figures.reveals.slice(0, REVEALS_SHOWN).map(([key, people]) => {
            const [purpose, actor] = halves(key);
            const [actorType, actorId] = halves(actor);
            return { purpose, actorType, actorId, people };
          }),
        };
      },
    },
  });
}

/** Splits a key at its first colon; an API client's id may contain more. */
function halves(key: string): [string, string] {
  const at = key.indexOf(':');
  return [key.slice(0, at), key.slice(at + 1)];
}
