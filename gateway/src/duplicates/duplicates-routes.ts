import { pairGrades } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { DuplicateGroup } from '@pii-vault/proto/lineage/v1/links';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { fromOptionalId, oneDecimal, oneOf, toIds } from '../wire/values.ts';

/** A group whose pairs all have a grade has no score. */
function similarityOf({ similarity, grade }: Pick<DuplicateGroup, 'similarity' | 'grade'>) {
  return grade === undefined
    ? { similarity: oneDecimal(similarity), grade: null }
    : { similarity: null, grade: oneOf(pairGrades, grade) };
}

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
            ...similarityOf(group),
            duplicateFields: [...group.duplicateFields],
            entryIds: toIds(group.entryIds),
          })),
          crossCompany: answer.crossCompany.map((group) => ({
            individualIds: toIds(group.individualIds),
            ...similarityOf(group),
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
