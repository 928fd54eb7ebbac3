import { type Grievance, grievanceCategories } from '@pii-vault/contract/grievances/grievances-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Grievance as Entry } from '@pii-vault/proto/compliance/v1/grievances';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { versioned } from '../wire/etag.ts';
import { fromOptionalIso } from '../wire/optional-time.ts';
import { pageBefore } from '../wire/page-before.ts';
import { toShownText, toShownTexts } from '../wire/shown-texts.ts';
import { oneOf, present, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'grievances'>;

export function grievancesHandlers({ grievances }: Deps): Handlers<KeysOf<'grievances'>> {
  return {
    'GET /grievances': async ({ ctx, query, position }) => {
      const answer = await grievances.listGrievances(ctx, pageBefore(query, position));
      return { body: answer.grievances.map(toGrievance), next: answer.nextBeforeId?.toString() };
    },
    'POST /grievances': async ({ ctx, session, body }) => {
      const { grievance } = await grievances.createGrievance(ctx, {
        ...body,
        companyId: companyOf(body.companyId, session),
        individualId: body.individualId,
        receivedAt: fromOptionalIso(body.receivedAt),
      });
      return versioned(toGrievance, grievance);
    },
    'PUT /grievances/{id}': async ({ ctx, params, body, ifRowVersion }) => {
      const { grievance } = await grievances.updateGrievance(ctx, {
        ...body,
        id: params.id,
        closedAt: fromOptionalIso(body.closedAt),
        ifRowVersion,
      });
      return versioned(toGrievance, grievance);
    },
  };
}

function toGrievance(grievance: Entry): Grievance {
  const texts = toShownTexts(present(grievance.texts));
  return {
    id: grievance.id,
    companyId: grievance.companyId,
    category: oneOf(grievanceCategories, grievance.category),
    subject: toShownText(texts, 'subject', grievance.subject),
    description: toShownText(texts, 'description', grievance.description),
    resolution: toShownText(texts, 'resolution', grievance.resolution),
    texts,
    individualId: grievance.individualId ?? null,
    receivedAt: toIso(grievance.receivedAt),
    periodDays: grievance.periodDays,
    dueAt: toIso(grievance.dueAt),
    closedAt: toOptionalIso(grievance.closedAt),
    overdue: grievance.overdue,
    createdAt: toIso(grievance.createdAt),
    updatedAt: toIso(grievance.updatedAt),
    version: grievance.rowVersion,
  };
}
