import {
  type RevealPolicy,
  revealPolicySchema,
} from '@pii-vault/contract/reveal-budgets/reveal-budgets-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { GetRevealPolicyResponse } from '@pii-vault/proto/vault/v1/budgets';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { userNames } from '../wire/user-names.ts';
import { present } from '../wire/values.ts';

type Deps = Pick<Clients, 'budgets' | 'userDirectory'> & { self: () => Ctx };

/** With names of requesters; a limit that never applies is null. */
export function revealBudgetsHandlers(deps: Deps): Handlers<KeysOf<'reveal-budgets'>> {
  const { budgets } = deps;
  return {
    'GET /reveal-policy': async ({ ctx, session, query }) => {
      const companyId = companyOf(query.companyId, session);
      return { body: await toBody(deps, companyId, await budgets.getRevealPolicy(ctx, { companyId })) };
    },
    'PUT /reveal-policy': async ({ ctx, body: { companyId, ...wanted } }) => {
      const { revealsAbove, exportsAbove, hours } = wanted.bulkApproval;
      // A message has no null: what is absent is never required.
      const bulkApproval = {
        revealsAbove: revealsAbove ?? undefined,
        exportsAbove: exportsAbove ?? undefined,
        hours,
      };
      const policy = { ...wanted, bulkApproval };
      const answer = await budgets.setRevealPolicy(ctx, { companyId, policy });
      return { body: await toBody(deps, companyId, answer) };
    },
    'POST /reveal-policy/changes/{id}/decide': async ({ ctx, params, body }) => {
      const change = { ...params, ...body };
      return { body: await toBody(deps, body.companyId, await budgets.decidePolicyChange(ctx, change)) };
    },
  };
}

const toPolicy = jsonOf(revealPolicySchema);

/** Adds the name of who requested a change. */
async function toBody(
  deps: Deps,
  companyId: number,
  { policy, updatedAt, pending }: GetRevealPolicyResponse,
): Promise<RevealPolicy> {
  const names = await userNames(deps, deps.self(), pending === undefined ? [] : [pending.requestedBy]);
  return toPolicy({
    ...present(policy),
    companyId,
    updatedAt,
    pending: pending && { ...pending, requestedByName: names.get(pending.requestedBy) },
  });
}
