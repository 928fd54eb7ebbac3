import type { KeysOf } from '@pii-vault/contract/routes';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { fromOptionalId, oneDecimal, toIds } from '../wire/values.ts';

export function duplicatesHandlers({ links }: Pick<Clients, 'links'>): Handlers<KeysOf<'duplicates'>> {
  return {
    'GET /duplicates': async ({ ctx, query }) => {
      const answer = await links.listDuplicates(ctx, {
        companyId: fromOptionalId(query.companyId),
        individualId: fromOptionalId(query.individualId),
      });
      return {
        body: {
          withinCompany: answer.withinCompany.map((group) => ({
            individualIds: toIds(group.individualIds),
            similarity: oneDecimal(group.similarity),
            duplicateFields: [...group.duplicateFields],
            entryIds: toIds(group.entryIds),
          })),
          crossCompany: answer.crossCompany.map((group) => ({
            individualIds: toIds(group.individualIds),
            similarity: oneDecimal(group.similarity),
            companyIds: toIds(group.companyIds),
            entryIds: toIds(group.entryIds),
          })),
          counts: {
            withinCompany: Number(answer.withinCompanyCount),
            crossCompany: Number(answer.crossCompanyCount),
          },
        },
      };
    },
  };
}
