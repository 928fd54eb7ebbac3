import { permission } from '@pii-vault/platform/rpc/allow';
import { optionalNumber } from '@pii-vault/platform/rpc/optional-number';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Incident, IncidentsServiceService } from '@pii-vault/proto/compliance/v1/incidents';
import {
  changeEntry,
  createEntry,
  listEntries,
  type RegisterDeps,
  type ShownEntry,
} from '../registers/register-entries.ts';
import { optionalId, pageOf } from '../registers/register-page.ts';
import { textsMessage } from '../registers/shown-texts.ts';
import {
  changedIncident,
  checkIncident,
  filledOf,
  type IncidentRow,
  incidentStatus,
  reportDueAt,
  textsOf,
} from './incident.ts';
import { incidentRegister } from './incident-store.ts';

export function incidentsRpc(deps: RegisterDeps & { now(): Date }): RpcService {
  const create = createEntry(deps, incidentRegister);
  const change = changeEntry(deps, incidentRegister);
  const list = listEntries(deps, incidentRegister);
  const toMessage = (entry: ShownEntry<IncidentRow>) => messageOf(entry, deps.now());
  return serve(IncidentsServiceService, {
    listIncidents: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextBeforeId } = await list(ctx, pageOf(req));
        return { incidents: entries.map(toMessage), nextBeforeId: optionalId(nextBeforeId) };
      },
    },
    createIncident: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const texts = { title: req.title, ...textsOf(req.headings ?? {}) };
        const fields = {
          awareAt: req.awareAt ?? deps.now(),
          occurredAt: req.occurredAt ?? null,
          affected: optionalNumber(req.affected) ?? null,
          extendedUntil: null,
          reportedAt: null,
          filled: filledOf(texts),
        };
        checkIncident(fields, deps.now());
        const entry = await create(ctx, { companyId: Number(req.companyId), fields, texts }, req);
        return { incident: toMessage(entry) };
      },
    },
    updateIncident: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, affected, ...wanted }) => {
        const entry = await change(ctx, Number(id), optionalNumber(ifRowVersion), (before) =>
          changedIncident(before, { ...wanted, affected: optionalNumber(affected) }, deps.now()),
        );
        return { incident: toMessage(entry) };
      },
    },
  });
}

function messageOf({ row, shown }: ShownEntry<IncidentRow>, now: Date): Incident {
  const { title = '', ...headings } = shown.texts;
  return {
    id: BigInt(row.id),
    companyId: BigInt(row.companyId),
    title,
    headings: textsOf(headings),
    awareAt: row.awareAt,
    occurredAt: row.occurredAt ?? undefined,
    affected: optionalId(row.affected ?? undefined),
    extendedUntil: row.extendedUntil ?? undefined,
    dueAt: reportDueAt(row),
    reportedAt: row.reportedAt ?? undefined,
    status: incidentStatus(row, now),
    texts: textsMessage(shown),
    rowVersion: BigInt(row.rowVersion),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}
