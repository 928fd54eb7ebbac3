import { type ComplianceCheck, checkStatuses } from '@pii-vault/contract/compliance/compliance-schema';
import { defaultLimit } from '@pii-vault/contract/query';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Check } from '@pii-vault/proto/compliance/v1/checks';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { fromOptionalId, oneOf, toId, toIso, toOptionalIso } from '../wire/values.ts';

export function complianceHandlers({ checks }: Pick<Clients, 'checks'>): Handlers<KeysOf<'compliance'>> {
  return {
    'GET /compliance': async ({ ctx, query }) => {
      const answer = await checks.listChecks(ctx, { companyId: fromOptionalId(query.companyId) });
      return { body: answer.checks.map(toCheck) };
    },
    'GET /compliance/history': async ({ ctx, query, position }) => {
      const answer = await checks.listHistory(ctx, {
        companyId: fromOptionalId(query.companyId),
        ruleId: query.ruleId,
        limit: query.limit ?? defaultLimit,
        beforeId: position === undefined ? undefined : BigInt(position),
      });
      return { body: answer.checks.map(toCheck), next: answer.nextBeforeId?.toString() };
    },
    'POST /compliance/run': async ({ ctx, session, body }) => {
      const answer = await checks.runChecks(ctx, { companyId: companyOf(body.companyId, session) });
      return { body: answer.checks.map(toCheck) };
    },
  };
}

function toCheck(check: Check): ComplianceCheck {
  return {
    id: toId(check.id),
    companyId: toId(check.companyId),
    ruleId: check.ruleId,
    regulationType: check.regulationType,
    checkType: check.checkType,
    title: check.title,
    reference: check.reference,
    status: oneOf(checkStatuses, check.status),
    score: check.score ?? null,
    ...(check.readiness === undefined ? {} : { readiness: check.readiness }),
    details: check.details,
    recommendations: [...check.recommendations],
    evidence: check.evidence.map(({ name, value }) => ({ name, value })),
    inForceFrom: toOptionalIso(check.inForceFrom),
    lastChecked: toIso(check.lastChecked),
    nextCheck: toOptionalIso(check.nextCheck),
    createdAt: toIso(check.createdAt),
    lawVersion: check.lawVersion,
  };
}
