import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { fromId, present, toId, toIso, toOptionalIso } from '../wire/values.ts';
import { fromPolicy, toBudget, toPolicy } from './reveal-budgets-mapper.ts';

export function revealBudgetsHandlers({
  budgets,
}: Pick<Clients, 'budgets'>): Handlers<KeysOf<'reveal-budgets'>> {
  return {
    'GET /reveal-budget': async ({ ctx, session, query }) => {
      const companyId = companyOf(query.companyId, session);
      const { people, searches, bulk, approved } = await budgets.getRevealBudget(ctx, {
        companyId,
        purpose: query.purpose,
      });
      return {
        body: {
          people: toBudget(present(people)),
          searches: toBudget(present(searches)),
          bulk: bulk === undefined ? null : toBudget(bulk),
          approved: Number(approved),
        },
      };
    },
    'GET /reveal-policy': async ({ ctx, session, query }) => {
      const companyId = companyOf(query.companyId, session);
      const { policy, updatedAt } = await budgets.getRevealPolicy(ctx, { companyId });
      return {
        body: {
          companyId: toId(companyId),
          ...toPolicy(present(policy)),
          updatedAt: toOptionalIso(updatedAt),
        },
      };
    },
    'PUT /reveal-policy': async ({ ctx, body: { companyId, ...wanted } }) => {
      const { policy, updatedAt } = await budgets.setRevealPolicy(ctx, {
        companyId: fromId(companyId),
        policy: fromPolicy(wanted),
      });
      return { body: { companyId, ...toPolicy(present(policy)), updatedAt: toIso(updatedAt) } };
    },
  };
}
