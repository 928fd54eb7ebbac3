import { type Erasure, erasureStates } from '@pii-vault/contract/erasures/erasures-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Erasure as StoredErasure } from '@pii-vault/proto/vault/v1/erasures';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { fromId, fromOptionalId, oneOf, present, toId, toIso, toOptionalIso } from '../wire/values.ts';

export function erasuresHandlers({ erasures }: Pick<Clients, 'erasures'>): Handlers<KeysOf<'erasures'>> {
  return {
    'POST /individuals/{id}/erase': async ({ ctx, session, params, body }) => {
      const { erasure } = await erasures.eraseIndividual(ctx, {
        companyId: companyOf(body.companyId, session),
        individualId: fromId(params.id),
        reason: body.reason,
      });
      return { body: toErasure(present(erasure)) };
    },
    'GET /individuals/{id}/erasure': async ({ ctx, params, query }) => {
      const answer = await erasures.getErasures(ctx, {
        companyId: fromOptionalId(query.companyId),
        individualId: fromId(params.id),
      });
      return { body: answer.erasures.map(toErasure) };
    },
  };
}

function toErasure(erasure: StoredErasure): Erasure {
  const { certificate } = erasure;
  return {
    companyId: toId(erasure.companyId),
    individualId: toId(erasure.individualId),
    status: oneOf(erasureStates, erasure.state),
    reason: erasure.reason,
    requestedAt: toIso(erasure.requestedAt),
    shredAt: toIso(erasure.shredAt),
    shreddedAt: toOptionalIso(erasure.shreddedAt),
    certificate:
      certificate === undefined
        ? null
        : {
            note: certificate.note,
            keyId: certificate.keyId,
            publicKey: Buffer.from(certificate.publicKey).toString('base64'),
          },
  };
}
