import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Grievance, GrievancesService } from '@pii-vault/proto/compliance/v1/grievances';
import { entryMessage, registerCalls } from '../register-calls.ts';
import type { RegisterDeps, ShownEntry } from '../register-entries.ts';
import { textOf } from '../shown-texts.ts';
import { changedGrievance, type GrievanceRow, isOverdue, newGrievance } from './grievance.ts';
import { grievanceRegister } from './grievance-store.ts';

export function grievancesRpc(
  deps: RegisterDeps & { readonly zones: Pick<CompanyZones, 'zoneOf'>; now(): Date },
): RpcService {
  const calls = registerCalls(deps, grievanceRegister, (entry) => messageOf(entry, deps.now()));
  return serve(GrievancesService, {
    listGrievances: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextBeforeId } = await calls.list(ctx, req);
        return { grievances: entries, nextBeforeId };
      },
    },
    createGrievance: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { companyId, category, individualId = null, receivedAt = deps.now(), periodDays } = req;
        const filed = { category, individualId, receivedAt, periodDays };
        const fields = newGrievance(deps.zones.zoneOf(companyId), filed, deps.now());
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

function messageOf({ row, shown }: ShownEntry<GrievanceRow>, now: Date): Grievance {
  return {
    ...entryMessage({ row, shown }),
    subject: textOf(shown, 'subject'),
    description: textOf(shown, 'description'),
    resolution: textOf(shown, 'resolution'),
    overdue: isOverdue(row, now),
  };
}
