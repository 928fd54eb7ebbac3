import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { companyOf } from '../wire/company-of.ts';

export function piiSearchHandlers({ search }: Pick<Clients, 'search'>): Handlers<KeysOf<'pii-search'>> {
  return {
    'POST /pii-search': async ({ ctx, session, body }) => {
      const companyId = companyOf(body.companyId, session);
      const { hits } = await search.searchPii(ctx, {
        companyId,
        fieldType: body.fieldType,
        value: body.value,
        purpose: body.purpose,
      });
      return {
        body: {
          results: hits.map(({ individualId, masterKey }) => ({
            individualId,
            companyId,
            masterKey,
          })),
        },
      };
    },
  };
}
