import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { permission } from '@pii-vault/platform/rpc/allow';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { SelfContext } from '@pii-vault/platform/rpc/self-context';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Grievance, GrievancesService } from '@pii-vault/proto/compliance/v1/grievances';
import type { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { invalidEntry } from '../../errors.ts';
import { entryMessage, registerCalls } from '../register-calls.ts';
import type { RegisterDeps, ShownEntry } from '../register-entries.ts';
import { textOf } from '../shown-texts.ts';
import { changedGrievance, type GrievanceRow, isOverdue, newGrievance } from './grievance.ts';
import { grievanceRegister } from './grievance-store.ts';

export interface GrievancesDeps extends RegisterDeps {
  readonly zones: Pick<CompanyZones, 'zoneOf'>;
  readonly people: Pick<RpcClient<typeof FactsService>, 'hasPerson'>;
  readonly self: SelfContext;
  now(): Date;
}

export function grievancesRpc(deps: GrievancesDeps): RpcService {
  const calls = registerCalls(deps, grievanceRegister, (entry) => messageOf(entry, deps.now()));
  return serve(GrievancesService, {
    listGrievances: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextCursor } = await calls.list(ctx, req);
        return { grievances: entries, nextCursor };
      },
    },
    createGrievance: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { companyId, category, individualId = null, receivedAt = deps.now(), periodDays } = req;
        const filed = { category, individualId, receivedAt, periodDays };
        const fields = newGrievance(deps.zones.zoneOf(companyId), filed, deps.now());
        if (individualId !== null) await requirePerson(deps, ctx, { companyId, individualId });
        const texts = { subject: req.subject, description: req.description, resolution: '' };
        const input = { companyId, fields, texts };
        return { grievance: await calls.create(ctx, input, req) };
      },
    },
    updateGrievance: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, ...wanted }) => {
        const grievance = await calls.change(ctx, { id, ifRowVersion }, (before) =>
          changedGrievance(before, wanted, deps.now()),
        );
        return { grievance };
      },
    },
  });
}

/** An erased person may complain, too. @throws AppError INVALID_ENTRY; UNAVAILABLE where the vault does not answer */
async function requirePerson(
  { people, self }: GrievancesDeps,
  ctx: Ctx,
  asked: { readonly companyId: number; readonly individualId: number },
): Promise<void> {
  const { hasPerson } = await people.hasPerson(self({ company: asked.companyId, causedBy: ctx }), asked);
  if (!hasPerson) throw invalidEntry('individualId', 'The company has no person with this number');
}

function messageOf({ row, shown }: ShownEntry<GrievanceRow>, now: Date): Grievance {
  return {
    ...entryMessage({ row, shown }),
    subject: textOf(shown, 'subject'),
    description: textOf(shown, 'description'),
    resolution: textOf(shown, 'resolution'),
    overdue: isOverdue(row, now),
  };
}
