import { LinkFactsServiceService } from '@pii-vault/proto/lineage/v1/link_facts';
import { type Entry, LinksServiceService } from '@pii-vault/proto/lineage/v1/links';
import { ProbesServiceService } from '@pii-vault/proto/lineage/v1/probes';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const pair = {
  sourceCompanyId: 1n,
  targetCompanyId: 2n,
  links: 3n,
  verified: 1n,
  pending: 2n,
  rejected: 0n,
  averageConfidence: 91.26,
  scored: 3n,
};
const entry: Entry = {
  id: 7n,
  sourceCompanyId: 1n,
  targetCompanyId: 2n,
  individualId: 48213n,
  relationshipType: 'cross_reference',
  confidenceScore: 91.26,
  matchingFields: ['phone'],
  verificationStatus: 'pending',
  createdAt: now,
  relatedPseudonym: 'p-1',
  rowVersion: 1n,
  decision: '',
  grade: 'possible',
};
/** Links between two people, as seen by two companies. */
export const scriptedLineage = [
  fakeRpc(LinksServiceService, {
    getGraph: async () => ({
      individuals: [{ companyId: 1n, individualId: 48213n }],
      companyIds: [1n, 2n],
      links: [entry],
    }),
    listEntries: async () => ({ entries: [entry], nextCursor: '' }),
    explainEntry: async () => ({
      entry,
      comparisons: [{ field: 'prior', level: 'pair', weight: -10, runningSum: -10, probability: 0.001 }],
      probability: 0.001,
      modelVersion: 'prior-3',
      decisions: [],
    }),
    decideEntry: async () => ({ entry }),
    countCrossLinks: async () => ({ crossLinks: 7n }),
    getAnalysis: async () => ({
      companyPairs: [pair],
      byConfidence: [0n, 3n],
      strong: 1n,
      possible: 2n,
      oldestUndecided: [entry],
      hotValues: [{ companyIds: [1n, 2n], sharedValues: 1n, crowdedKeys: 2n }],
    }),
    getSummary: async () => ({
      totalRelationships: 2n,
      scored: 1n,
      averageConfidence: 91.26,
      medianConfidence: 91,
      uniqueIndividuals: 3n,
      verifiedLinks: 1n,
      withinCompany: 1n,
      crossCompany: 1n,
      pendingOverADay: 0n,
      pending: 1n,
      crossLinkedIndividuals: 2n,
    }),
    listDuplicates: async () => ({
      withinCompany: [
        {
          individualIds: [1n, 2n],
          similarity: 97.45,
          duplicateFields: ['pan'],
          companyIds: [1n],
          entryIds: [6n],
        },
      ],
      crossCompany: [],
      withinCompanyCount: 1n,
      crossCompanyCount: 0n,
    }),
    listReached: async () => ({
      reached: [{ individual: { companyId: 1n, individualId: 48213n }, companyIds: [2n] }],
    }),
  }),
  fakeRpc(LinkFactsServiceService, {
    listVerifiedSame: async () => ({ individualIds: [48990n] }),
    listVerifiedSameOf: async () => ({ people: [{ individualId: 48213n, verifiedSame: [48990n] }] }),
  }),
  fakeRpc(ProbesServiceService, {
    listProbes: async () => ({
      alarms: [
        {
          id: 3n,
          companyId: 1n,
          otherCompanyId: 2n,
          agreementId: 4n,
          credential: '',
          reason: 'links',
          events: 24n,
          budget: 20n,
          firstSeenAt: now,
          lastSeenAt: now,
          liftedAt: undefined,
        },
      ],
    }),
    liftStop: async () => ({}),
  }),
];
