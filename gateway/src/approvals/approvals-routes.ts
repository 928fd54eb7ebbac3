import { type Approval, approvalSchema } from '@pii-vault/contract/approvals/approvals-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Approval as StoredApproval } from '@pii-vault/proto/vault/v1/approvals';
import type { Clients } from '../clients.ts';
import { type CompanyNames, nameOf } from '../companies/company-names.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { awaitAll } from '../wire/await-all.ts';
import { userNames } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';

type Deps = Pick<Clients, 'approvals' | 'userDirectory'> & { names: CompanyNames; self: () => Ctx };

const toApproval = jsonOf(approvalSchema);

/** With names of companies and users; the path names the decision. */
export function approvalsHandlers(deps: Deps): Handlers<KeysOf<'approvals'>> {
  const { approvals } = deps;
  const decide = async (ctx: Ctx, id: number, decision: 'approved' | 'refused') => {
    const { approval } = await approvals.decideApproval(ctx, { id, decision });
    return { body: await oneNamed(deps, approval) };
  };
  return {
    'GET /approvals': async ({ ctx, query, position }) => {
      const answer = await approvals.listApprovals(ctx, { ...query, cursor: position });
      return { body: await named(deps, answer.approvals), next: answer.nextCursor };
    },
    'POST /approvals': async ({ ctx, body }) => {
      const { approval } = await approvals.requestApproval(ctx, body);
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
  return found.map((one) =>
    toApproval({
      ...one,
      companyName: nameOf(companies, one.companyId),
      requestedByName: requesters.get(one.requestedBy),
      decidedByName: one.decidedBy === undefined ? undefined : deciders.get(one.decidedBy),
    }),
  );
}

const oneNamed = async (deps: Deps, approval: StoredApproval | undefined) =>
  present((await named(deps, [present(approval)]))[0]);
