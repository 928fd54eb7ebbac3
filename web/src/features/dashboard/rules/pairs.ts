import type { LineageAnalysis } from '@pii-vault/contract/data-lineage/data-lineage-schema';

export type CompanyPair = LineageAnalysis['companyPairs'][number];

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

export const totalLinks = (pairs: readonly CompanyPair[]): number => sum(pairs.map((pair) => pair.links));
export const pendingLinks = (pairs: readonly CompanyPair[]): number => sum(pairs.map((pair) => pair.pending));

/** The company in most of the undecided relationships; undefined when none is undecided. */
export function pendingCompany(pairs: readonly CompanyPair[]): { id: number; name: string } | undefined {
  const waiting = new Map<number, { id: number; name: string; pending: number }>();
  for (const { pending, ...pair } of pairs) {
    const sides = new Map([
      [pair.sourceCompanyId, pair.sourceCompanyName],
      [pair.targetCompanyId, pair.targetCompanyName],
    ]);
    for (const [id, name] of sides)
      waiting.set(id, { id, name, pending: (waiting.get(id)?.pending ?? 0) + pending });
  }
  const [most] = [...waiting.values()].filter((one) => one.pending > 0).sort((a, b) => b.pending - a.pending);
  return most && { id: most.id, name: most.name };
}
