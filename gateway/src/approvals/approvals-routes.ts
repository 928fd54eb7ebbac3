import {
  type Approval,
  approvalKinds,
  approvalStatuses,
} from '@pii-vault/contract/approvals/approvals-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Approval as StoredApproval } from '@pii-vault/proto/vault/v1/approvals';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { awaitAll } from '../wire/await-all.ts';
import { toShownText, toShownTexts } from '../wire/shown-texts.ts';
import { userNames } from '../wire/user-names.ts';
import { oneOf, orNull, present, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'approvals' | 'userDirectory'> & { names: CompanyNames; self: () => Ctx };

export function approvalsHandlers(deps: Deps): Handlers<KeysOf<'approvals'>> {
  const { approvals } = deps;
  const decide = async (ctx: Ctx, id: number, decision: 'approved' | 'refused') => {
    const { approval } = await approvals.decideApproval(ctx, { approvalId: id, decision });
    return { body: await oneNamed(deps, approval) };
  };
  return {
    'GET /approvals': async ({ ctx, query, position }) => {
      const answer = await approvals.listApprovals(ctx, {
        ...query,
        status: query.status ?? '',
        cursor: position,
      });
      return { body: await named(deps, answer.approvals), next: answer.nextCursor };
    },
    'POST /approvals': async ({ ctx, body }) => {
      const { approval } = await approvals.requestApproval(ctx, {
        ...body,
        purpose: body.purpose ?? '',
      });
      return { body: await oneNamed(deps, approval) };
    },
    'POST /approvals/{id}/approve': ({ ctx, params }) => decide(ctx, params.id, 'approved'),
    'POST /approvals/{id}/refuse': ({ ctx, params }) => decide(ctx, params.id, 'refused'),
  };
}

/** Adds the names of company, requester and decider. */
async function named(deps: Deps, found: readonly StoredApproval[]): Promise<Approval[]> {
  const [companies, requesters, deciders] = await awaitAll([
    deps.names(found.map(({ companyId }) => companyId)),
    userNames(
      deps,
      deps.self(),
      found.map(({ requestedBy }) => requestedBy),
    ),
    userNames(
      deps,
      deps.self(),
      found.flatMap(({ decidedBy }) => decidedBy ?? []),
    ),
  ]);
  return found.map((one) => ({
    ...toApproval(one),
    companyName: nameOf(companies, one.companyId),
    requestedByName: requesters.get(one.requestedBy) ?? null,
    decidedByName: one.decidedBy === undefined ? null : (deciders.get(one.decidedBy) ?? null),
  }));
}

const oneNamed = async (deps: Deps, approval: StoredApproval | undefined) =>
  present((await named(deps, [present(approval)]))[0]);

function toApproval(
  one: StoredApproval,
): Omit<Approval, 'companyName' | 'requestedByName' | 'decidedByName'> {
  // Every request has a reason.
  const texts = toShownTexts({
    view: one.reasonView,
    filled: ['reason'],
    identifiers: one.identifiers,
  });
  return {
    id: one.id,
    companyId: one.companyId,
    kind: oneOf(approvalKinds, one.kind),
    purpose: one.purpose,
    people: one.people,
    used: one.used,
    reason: toShownText(texts, 'reason', one.reason),
    texts,
    status: oneOf(approvalStatuses, one.status),
    requestedBy: one.requestedBy,
    clientId: orNull(one.clientId),
    requestedAt: toIso(one.requestedAt),
    decidedBy: one.decidedBy ?? null,
    decidedAt: toOptionalIso(one.decidedAt),
    expiresAt: toIso(one.expiresAt),
    mayDecide: one.mayDecide,
    isDependent: one.isDependent,
  };
}
