import { pairGrades } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import type { KeysOf } from '@pii-vault/contract/routes';
import type { DuplicateGroup } from '@pii-vault/proto/lineage/v1/links';
import type { Clients } from '../clients.ts';
import type { Handlers } from '../edge/handler.ts';
import { oneDecimal, oneOf } from '../wire/values.ts';

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
        companyId: query.companyId,
        individualId: query.individualId,
      });
      return {
        body: {
          withinCompany: answer.withinCompany.map((group) => ({
            individualIds: [...group.individualIds],
            ...similarityOf(group),
            isVerified: group.isVerified,
            duplicateFields: [...group.duplicateFields],
            entryIds: [...group.entryIds],
          })),
          crossCompany: answer.crossCompany.map((group) => ({
            individualIds: [...group.individualIds],
            ...similarityOf(group),
            companyIds: [...group.companyIds],
            entryIds: [...group.entryIds],
          })),
          counts: {
            withinCompany: answer.withinCompanyCount,
            crossCompany: answer.crossCompanyCount,
          },
        },
      };
    },
  };
}
