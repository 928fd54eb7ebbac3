import { permission } from '@pii-vault/platform/rpc/allow';
import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Grievance, GrievancesServiceService } from '@pii-vault/proto/compliance/v1/grievances';
import {
  changeEntry,
  createEntry,
  listEntries,
  type RegisterDeps,
  type ShownEntry,
} from '../registers/register-entries.ts';
import { optionalId, pageOf } from '../registers/register-page.ts';
import { textsMessage } from '../registers/shown-texts.ts';
import { changedGrievance, checkGrievance, dueAt, type GrievanceRow, isOverdue } from './grievance.ts';
import { grievanceRegister } from './grievance-store.ts';

export function grievancesRpc(deps: RegisterDeps & { now(): Date }): RpcService {
  const create = createEntry(deps, grievanceRegister);
  const change = changeEntry(deps, grievanceRegister);
  const list = listEntries(deps, grievanceRegister);
  const toMessage = (entry: ShownEntry<GrievanceRow>) => messageOf(entry, deps.now());
  return serve(GrievancesServiceService, {
    listGrievances: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextBeforeId } = await list(ctx, pageOf(req));
        return { grievances: entries.map(toMessage), nextBeforeId: optionalId(nextBeforeId) };
      },
    },
    createGrievance: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const fields = {
          category: req.category,
          individualId: optionalNumber(req.individualId) ?? null,
          receivedAt: req.receivedAt ?? deps.now(),
          periodDays: req.periodDays,
          closedAt: null,
        };
        checkGrievance(fields, deps.now());
        const texts = { subject: req.subject, description: req.description, resolution: '' };
        const entry = await create(ctx, { companyId: Number(req.companyId), fields, texts }, req);
        return { grievance: toMessage(entry) };
      },
    },
    updateGrievance: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, ...wanted }) => {
        const entry = await change(ctx, Number(id), optionalNumber(ifRowVersion), (before) =>
          changedGrievance(before, wanted, deps.now()),
        );
        return { grievance: toMessage(entry) };
      },
    },
  });
}

function messageOf({ row, shown }: ShownEntry<GrievanceRow>, now: Date): Grievance {
  return {
    id: BigInt(row.id),
    companyId: BigInt(row.companyId),
    category: row.category,
    subject: shown.texts.subject ?? '',
    description: shown.texts.description ?? '',
    resolution: shown.texts.resolution ?? '',
    individualId: optionalId(row.individualId ?? undefined),
    receivedAt: row.receivedAt,
    periodDays: row.periodDays,
    dueAt: dueAt(row),
    closedAt: row.closedAt ?? undefined,
    overdue: isOverdue(row, now),
    texts: textsMessage(shown),
    rowVersion: BigInt(row.rowVersion),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
