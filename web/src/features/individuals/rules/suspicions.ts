import type { Duplicates } from '../queries.ts';

/** A group of probable duplicates, relative to one member. */
export interface Suspicion {
  key: string;
  others: readonly number[];
  /** Companies of the others. */
  companyId: number;
  /** 0–100; null with a grade. */
  similarity: number | null;
  /** For a pair across companies that is not verified by both, or people with withdrawn consent. */
  grade: 'strong' | 'possible' | null;
  /** All pairs of a group inside the company are verified; never across companies, where two companies decide. */
  isVerified: boolean;
  /** Equal fields; empty with a grade, and across companies: Data Lineage shows that evidence. */
  fields: readonly string[];
  /** The lineage entry that explains it. */
  entryId: number | undefined;
}

/** Probable duplicates of `id` in `companyId`, most similar first. */
export function suspicionsAbout(id: number, companyId: number, found: Duplicates): readonly Suspicion[] {
  const within = found.withinCompany
    .filter((group) => group.individualIds.includes(id))
    .map((group) => ({
      key: `within-${group.individualIds.join('-')}`,
      others: group.individualIds.filter((other) => other !== id),
      companyId,
      similarity: group.similarity,
      grade: group.grade,
      isVerified: group.isVerified,
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
        isVerified: false,
        fields: [],
        entryId: pair.entryIds[0],
      };
    });
  return [...within, ...cross].sort((a, b) => rankOf(b) - rankOf(a));
}

/** A grade sorts as the lowest confidence of its band. */
const rankOf = ({ similarity, grade }: Suspicion): number => similarity ?? (grade === 'strong' ? 90 : 60);
