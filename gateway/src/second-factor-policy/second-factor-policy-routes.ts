import type { KeysOf } from '@pii-vault/contract/routes';
import {
  factorRoles,
  type SecondFactorPolicy,
} from '@pii-vault/contract/second-factor-policy/second-factor-policy-schema';
import type { FactorPolicy } from '@pii-vault/proto/identity/v1/factor_policies';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { present, toOptionalIso } from '../wire/values.ts';

export function secondFactorPolicyHandlers({
  factorPolicies,
}: Pick<Clients, 'factorPolicies'>): Handlers<KeysOf<'second-factor-policy'>> {
  return {
    'GET /second-factor-policy': async ({ ctx, session, query }) => {
      const { policy } = await factorPolicies.getFactorPolicy(ctx, {
        companyId: companyOf(query.companyId, session),
      });
      return { body: toBody(present(policy)) };
    },
    'PUT /second-factor-policy': async ({ ctx, body: { companyId, roles } }) => {
      const { policy } = await factorPolicies.setFactorPolicy(ctx, { companyId, roles });
      return { body: toBody(present(policy)) };
    },
  };
}

const known = (names: readonly string[]) => factorRoles.filter((role) => names.includes(role));

function toBody({ companyId, roles, deploymentRoles, updatedAt }: FactorPolicy): SecondFactorPolicy {
  return {
    companyId,
    roles: known(roles),
    alwaysRequired: known(deploymentRoles),
    updatedAt: toOptionalIso(updatedAt),
  };
}
