import { erasureSchema } from '@pii-vault/contract/erasures/erasures-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { jsonOf } from '../passed/json-of.ts';
import { companyOf } from '../wire/company-of.ts';
import { present } from '../wire/values.ts';

type Deps = Pick<Clients, 'erasures'> & VerifiedSameDeps;

const toErasure = jsonOf(erasureSchema);

/** With facts of lineage. */
export function erasuresHandlers(deps: Deps): Handlers<KeysOf<'erasures'>> {
  const { erasures } = deps;
  return {
    'POST /individuals/{id}/erase': async ({ ctx, session, params, body }) => {
      const person = { companyId: companyOf(body.companyId, session), individualId: params.id };
      // Before the erasure, which ends the person's links.
      const same = await verifiedSame(deps, person.companyId, person.individualId);
      const asked = { ...person, reason: body.reason, verifiedSame: same };
      const { erasure } = await erasures.eraseIndividual(ctx, asked);
      return { body: toErasure(present(erasure)) };
    },
  };
}
