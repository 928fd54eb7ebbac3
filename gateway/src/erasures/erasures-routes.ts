import { type Erasure, erasureStates } from '@pii-vault/contract/erasures/erasures-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { Erasure as StoredErasure } from '@pii-vault/proto/vault/v1/erasures';
import type { Clients } from '../clients.ts';
import { type VerifiedSameDeps, verifiedSame } from '../data-lineage/verified-same.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';
import { toShownText, toShownTexts } from '../wire/shown-texts.ts';
import { oneOf, present, toIso, toOptionalIso } from '../wire/values.ts';

type Deps = Pick<Clients, 'erasures'> & VerifiedSameDeps;

export function erasuresHandlers(deps: Deps): Handlers<KeysOf<'erasures'>> {
  const { erasures } = deps;
  return {
    'GET /erasures': async ({ ctx, query, position }) => {
      const answer = await erasures.listErasures(ctx, {
        companyId: query.companyId,
        limit: query.limit,
        cursor: position,
      });
      return { body: answer.erasures.map(toErasure), next: answer.nextCursor };
    },
    'POST /individuals/{id}/erase': async ({ ctx, session, params, body }) => {
      const person = { companyId: companyOf(body.companyId, session), individualId: params.id };
      // Before the erasure, which ends the person's links.
      const same = await verifiedSame(deps, person.companyId, person.individualId);
      const { erasure } = await erasures.eraseIndividual(ctx, {
        ...person,
        reason: body.reason,
        verifiedSame: same === null ? undefined : { individualIds: same },
      });
      return { body: toErasure(present(erasure)) };
    },
    'GET /individuals/{id}/erasure': async ({ ctx, params, query }) => {
      const answer = await erasures.getErasures(ctx, {
        companyId: query.companyId,
        individualId: params.id,
      });
      return { body: answer.erasures.map(toErasure) };
    },
  };
}

function toErasure(erasure: StoredErasure): Erasure {
  const { certificate, reasonView: view, identifiers } = erasure;
  // Every erasure has a reason.
  const texts = toShownTexts({ view, filled: ['reason'], identifiers });
  return {
    companyId: erasure.companyId,
    individualId: erasure.individualId,
    status: oneOf(erasureStates, erasure.state),
    reason: toShownText(texts, 'reason', erasure.reason),
    texts,
    requestedAt: toIso(erasure.requestedAt),
    shredAt: toIso(erasure.shredAt),
    shreddedAt: toOptionalIso(erasure.shreddedAt),
    verifiedSame: erasure.verifiedSame === undefined ? null : [...erasure.verifiedSame.individualIds],
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
