import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { type Incident, IncidentsService } from '@pii-vault/proto/compliance/v1/incidents';
import { entryMessage, registerCalls } from '../register-calls.ts';
import type { RegisterDeps, ShownEntry } from '../register-entries.ts';
import { textOf } from '../shown-texts.ts';
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
  const calls = registerCalls(deps, incidentRegister, (entry) => messageOf(entry, deps.now()));
  return serve(IncidentsService, {
    listIncidents: {
      allow: permission('compliance:read', (req) => req.companyId),
      handle: async (ctx, req) => {
        const { entries, nextCursor } = await calls.list(ctx, req);
        return { incidents: entries, nextCursor };
      },
    },
    createIncident: {
      allow: permission('compliance:manage', (req) => req.companyId),
      handle: async (ctx, req) => {
        const texts = { title: req.title, ...textsOf(req.headings ?? {}) };
        const fields = {
          awareAt: req.awareAt ?? deps.now(),
          occurredAt: req.occurredAt ?? null,
          affected: req.affected ?? null,
          extendedUntil: null,
          reportedAt: null,
          filled: filledOf(texts),
        };
        checkIncident(fields, deps.now());
        const input = { companyId: req.companyId, fields, texts };
        return { incident: await calls.create(ctx, input, req) };
      },
    },
    updateIncident: {
      allow: permission('compliance:manage'),
      handle: async (ctx, { id, ifRowVersion, affected, ...wanted }) => {
        const incident = await calls.change(ctx, { id, ifRowVersion }, (before) =>
          changedIncident(before, { ...wanted, affected }, deps.now()),
        );
        return { incident };
      },
    },
  });
}

function messageOf({ row, shown }: ShownEntry<IncidentRow>, now: Date): Incident {
  const headings = Object.entries(shown.texts).filter(([name, text]) => name !== 'title' && text !== '');
  return {
    ...entryMessage({ row, shown }),
    title: textOf(shown, 'title'),
    headings: textsOf(Object.fromEntries(headings)),
    dueAt: reportDueAt(row),
    status: incidentStatus(row, now),
  };
}
