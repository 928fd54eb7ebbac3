import type { Duplicates } from '../queries.ts';

/** A group of duplicates as one of its members sees it. */
export interface Suspicion {
  key: string;
  others: readonly number[];
  /** Where the others are. */
  companyId: number;
  /** 0–100; null where there is a grade. */
  similarity: number | null;
  /** Of a pair across companies that not both have verified, or of people whose consent is withdrawn. */
  grade: 'strong' | 'possible' | null;
  /** Fields they share; empty where there is a grade, and across companies, where Data Lineage has the evidence. */
  fields: readonly string[];
  /** The lineage entry that explains it. */
  entryId: number | undefined;
}

/** Who else `id` of `companyId` may be, most similar first. */
export function suspicionsAbout(id: number, companyId: number, found: Duplicates): readonly Suspicion[] {
  const within = found.withinCompany
    .filter((group) => group.individualIds.includes(id))
    .map((group) => ({
      key: `within-${group.individualIds.join('-')}`,
      others: group.individualIds.filter((other) => other !== id),
      companyId,
      similarity: group.similarity,
      grade: group.grade,
      fields: group.duplicateFields,
      entryId: group.entryIds[0],
    }));
  const cross = found.crossCompany
    .filter((pair) => pair.individualIds.includes(id))
    .map((pair) => {
      const own = pair.individualIds.findIndex((one, at) => one === id && pair.companyIds[at] === companyId);
      const isOther = (_: number, at: number) => at !== Math.max(0, own);
      return {
        key: `cross-${pair.individualIds.join('-')}`,
        others: pair.individualIds.filter(isOther),
        companyId: pair.companyIds.find(isOther) ?? companyId,
        similarity: pair.similarity,
        grade: pair.grade,
        fields: [],
        entryId: pair.entryIds[0],
      };
    });
  return [...within, ...cross].sort((a, b) => rankOf(b) - rankOf(a));
}

/** A grade stands where the weakest pair of its kind would. */
const rankOf = ({ similarity, grade }: Suspicion): number => similarity ?? (grade === 'strong' ? 90 : 60);
