import { expect, it } from 'vitest';
import { companiesOf, type GraphShare, graphShares } from './graph-shares.ts';
import type { EdgeKind } from './kinds-store.ts';

const kind = (loCompanyId: number, hiCompanyId: number, edges: number, ten = 9): EdgeKind => ({
  companyId: loCompanyId,
  loCompanyId,
  hiCompanyId,
  agreementId: loCompanyId === hiCompanyId ? 0 : 10 * loCompanyId + hiCompanyId,
  relationshipType: loCompanyId === hiCompanyId ? 'duplicate_detection' : 'same_individual',
  verificationStatus: 'verified',
  ten,
  edges,
  confidenceSum: 0,
});
const nameOf = ({ companyId, agreementId }: GraphShare) =>
  agreementId === 0 ? `inside ${companyId}` : `across ${agreementId}`;
const sharesOf = (kinds: readonly EdgeKind[], maxPeople: number, companies = [1, 2, 3], nodesPerLink = 2) =>
  Object.fromEntries(
    graphShares(kinds, { readable: new Set(companies) }, maxPeople, nodesPerLink).map((share) => [
      nameOf(share),
      share.limit,
    ]),
  );

it('gives pairs of companies equal shares of the people, two to a link, and a tenth more links', () => {
  expect(sharesOf([kind(1, 1, 9_000), kind(1, 2, 500)], 1_000)).toEqual({
    'inside 1': 275,
    'across 12': 275,
  });
});

it('gives the other pairs the share that a small pair does not use', () => {
  expect(sharesOf([kind(1, 1, 9_000), kind(1, 2, 4_000), kind(2, 3, 10)], 1_000)).toEqual({
    'inside 1': 270,
    'across 12': 270,
    'across 23': 10,
  });
});

it('sums the kinds of a pair, and gives no more links than exist', () => {
  expect(sharesOf([kind(1, 2, 30, 9), kind(1, 2, 20, 4)], 1_000)).toEqual({ 'across 12': 50 });
  expect(sharesOf([], 1_000)).toEqual({});
});

it('counts one node for a link to a company that the reader may not read, or the given number', () => {
  expect(sharesOf([kind(1, 2, 9_000)], 100, [1])).toEqual({ 'across 12': 110 });
  expect(sharesOf([kind(1, 2, 9_000)], 100, [1, 2], 1)).toEqual({ 'across 12': 110 });
});

it('names every company when there is not enough room for every pair', () => {
  const kinds = [kind(1, 1, 900), kind(1, 2, 800), kind(2, 2, 700), kind(1, 3, 5)];
  expect(Object.keys(sharesOf(kinds, 6)).sort()).toEqual(['across 12', 'across 13', 'inside 1']);
});

it('gives every company a share, also with more than sixty pairs', () => {
  const companies = Array.from({ length: 100 }, (_, at) => at + 1);
  // A small pair of each company, and many larger ones of a few companies.
  const large = companies
    .slice(0, 12)
    .flatMap((lo) => companies.slice(lo, 12).map((hi) => kind(lo, hi, 900)));
  const own = companies.map((company) => kind(company, company, company));
  expect(large.length).toBeGreaterThan(60);
  const shares = graphShares([...large, ...own], { readable: new Set(companies) }, 400);
  for (const company of companies.slice(12))
    expect(shares.filter(({ companyId }) => companyId === company)).toMatchObject([
      { isFirst: true, limit: 3 },
    ]);
  // Sixty pairs when these include every company.
  const few = graphShares([...large, ...own.slice(0, 12)], { readable: new Set(companies) }, 400);
  expect(few).toHaveLength(60);
});

it('names a company by the pair that has its strongest links', () => {
  const kinds = [kind(1, 1, 900, 5), kind(1, 2, 80, 8), kind(2, 2, 700, 7), kind(2, 2, 1, 9)];
  expect(sharesOf(kinds, 4)).toEqual({ 'inside 2': 2, 'across 12': 2 });
  expect(sharesOf([kind(1, 2, 800, 4), kind(1, 1, 9, 9)], 2)).toEqual({ 'inside 1': 2 });
});

it('reads a pair in the order of confidence when it has most of the links of its first company', () => {
  const shares = graphShares(
    [kind(1, 1, 9_000), kind(1, 2, 900), kind(2, 3, 90)],
    { readable: new Set([1, 2, 3]) },
    120,
  );
  expect(Object.fromEntries(shares.map((share) => [nameOf(share), share.isInOrder]))).toEqual({
    'inside 1': true,
    'across 12': false,
    'across 23': true,
  });
});

it('names the companies of all relationships, most relationships first', () => {
  expect(companiesOf([kind(1, 1, 3), kind(1, 2, 5), kind(3, 4, 4)])).toEqual([1, 2, 3, 4]);
});
