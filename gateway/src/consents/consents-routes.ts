import type { KeysOf } from '@pii-vault/contract/routes';
import { fieldTypes } from '@pii-vault/contract/scalars';
import type { Clients } from '../clients.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { oneOf, toIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'consents'> & VerifiedSameDeps;

export function consentsHandlers(deps: Deps): Handlers<KeysOf<'consents'>> {
  const { consents } = deps;
  return {
    'POST /individuals/{id}/consent/withdraw': async ({ ctx, session, params, body }) => {
      const person = { companyId: companyOf(body.companyId, session), individualId: params.id };
      const answer = await consents.withdrawConsent(ctx, {
        ...person,
        purpose: body.purpose,
        fieldTypes: body.fieldTypes ?? [],
      });
      return {
        body: {
          success: true,
          withdrawnAt: toIso(answer.withdrawnAt),
          fieldTypes: answer.fieldTypes.map((type) => oneOf(fieldTypes, type)),
          verifiedSame: await verifiedSame(deps, person.companyId, person.individualId),
        },
      };
    },
  };
}
