import { withdrawnSchema } from '@pii-vault/contract/consents/consents-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';

type Deps = Pick<Clients, 'consents'> & VerifiedSameDeps;

const toWithdrawn = jsonOf(withdrawnSchema);

/** With facts of lineage. */
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
      const same = await verifiedSame(deps, person.companyId, person.individualId);
      return { body: toWithdrawn({ ...answer, verifiedSame: same }) };
    },
  };
}
