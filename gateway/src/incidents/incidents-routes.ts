import { type Incident, incidentStatuses } from '@pii-vault/contract/incidents/incidents-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Incident as Entry } from '@pii-vault/proto/compliance/v1/incidents';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { versioned } from '../wire/etag.ts';
import { fromOptionalIso } from '../wire/optional-time.ts';
import { pageBefore } from '../wire/page-before.ts';
import { toShownText, toShownTexts } from '../wire/shown-texts.ts';
import { given, oneOf, present, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'incidents'>;

export function incidentsHandlers({ incidents }: Deps): Handlers<KeysOf<'incidents'>> {
  return {
    'GET /incidents': async ({ ctx, query, position }) => {
      const answer = await incidents.listIncidents(ctx, pageBefore(query, position));
      return { body: answer.incidents.map(toIncident), next: answer.nextBeforeId?.toString() };
    },
    'POST /incidents': async ({ ctx, session, body }) => {
      const { incident } = await incidents.createIncident(ctx, {
        ...body,
        companyId: companyOf(body.companyId, session),
        awareAt: fromOptionalIso(body.awareAt),
        occurredAt: fromOptionalIso(body.occurredAt),
        affected: body.affected,
      });
      return versioned(toIncident, incident);
    },
    'PUT /incidents/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { incident } = await incidents.updateIncident(ctx, {
        ...body,
        id: params.id,
        occurredAt: fromOptionalIso(body.occurredAt),
        extendedUntil: fromOptionalIso(body.extendedUntil),
        reportedAt: fromOptionalIso(body.reportedAt),
        affected: body.affected,
        ifRowVersion,
      });
      return versioned(toIncident, incident);
    },
  };
}

function toIncident(incident: Entry): Incident {
  const texts = toShownTexts(present(incident.texts));
  return {
    id: incident.id,
    companyId: incident.companyId,
    title: toShownText(texts, 'title', incident.title),
    headings: given(present(incident.headings)),
    texts,
    awareAt: toIso(incident.awareAt),
    occurredAt: toOptionalIso(incident.occurredAt),
    affected: incident.affected ?? null,
    extendedUntil: toOptionalIso(incident.extendedUntil),
    dueAt: toIso(incident.dueAt),
    reportedAt: toOptionalIso(incident.reportedAt),
    status: oneOf(incidentStatuses, incident.status),
    createdAt: toIso(incident.createdAt),
    updatedAt: toIso(incident.updatedAt),
    version: incident.rowVersion,
  };
}
