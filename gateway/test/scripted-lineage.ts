import { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import { type Entry, LinksService } from '@pii-vault/proto/lineage/v1/links';
import { ProbesService } from '@pii-vault/proto/lineage/v1/probes';
import { fakeRpc } from './fake-services.ts';

const now = new Date('2026-11-21T08:00:00.000Z');
const pair = {
  sourceCompanyId: 1,
  targetCompanyId: 2,
  links: 3,
  verified: 1,
  pending: 2,
  rejected: 0,
  avgConfidence: 91.3,
  scored: 3,
};
const entry: Entry = {
  id: 7,
  sourceCompanyId: 1,
  targetCompanyId: 2,
  individualId: 48213,
  relationshipType: 'cross_reference',
  matchingFields: ['phone'],
  verificationStatus: 'pending',
  createdAt: now,
  relatedPseudonym: 'p-1',
  rowVersion: 1,
  grade: 'possible',
};
/** Links between two people, as seen by two companies. */
export const scriptedLineage = [
  fakeRpc(LinksService, {
    getGraph: async () => ({
      individuals: [{ companyId: 1, individualId: 48213 }],
      companyIds: [1, 2],
      links: [entry],
    }),
    listEntries: async () => ({ entries: [entry] }),
    explainEntry: async () => ({
      entry,
      comparisons: [{ field: 'prior', level: 'pair', weight: -10, runningSum: -10, probability: 0.001 }],
      probability: 0.001,
      modelVersion: 'prior-3',
      decisions: [],
    }),
    decideEntry: async () => ({ entry }),
    countCrossLinks: async () => ({ crossLinks: 7 }),
    getAnalysis: async () => ({
      companyPairs: [pair],
      confidenceHistogram: [
        { from: 0, to: 10, links: 0 },
        { from: 10, to: 20, links: 3 },
      ],
      graded: { strong: 1, possible: 2 },
      oldestUndecided: [entry],
      hotValues: [{ companyIds: [1, 2], sharedValues: 1, crowdedKeys: 2 }],
    }),
    getSummary: async () => ({
      totalRelationships: 2,
      scoredRelationships: 1,
      avgConfidence: 91,
      medianConfidence: 91,
      uniqueIndividuals: 3,
      verifiedLinks: 1,
      withinCompany: 1,
      crossCompany: 1,
      pendingOverADay: 0,
      pending: 1,
      crossLinkedIndividuals: 2,
    }),
    listDuplicates: async () => ({
      withinCompany: [
        {
          individualIds: [1, 2],
          similarity: 97.5,
          duplicateFields: ['pan'],
          companyIds: [1],
          entryIds: [6],
          isVerified: true,
        },
      ],
      crossCompany: [],
      counts: { withinCompany: 1, crossCompany: 0 },
    }),
    listReached: async () => ({
      reached: [{ individual: { companyId: 1, individualId: 48213 }, companyIds: [2] }],
    }),
  }),
  fakeRpc(LinkFactsService, {
    listVerifiedSame: async () => ({ individualIds: [48990] }),
    listVerifiedSameOf: async () => ({ people: [{ individualId: 48213, verifiedSame: [48990] }] }),
  }),
  fakeRpc(ProbesService, {
    listProbes: async () => ({
      alarms: [
        {
          id: 3,
          companyId: 1,
          otherCompanyId: 2,
          agreementId: 4,
          credential: '',
          reason: 'links',
          events: 24,
          budget: 20,
          firstSeenAt: now,
          lastSeenAt: now,
          liftedAt: undefined,
        },
      ],
    }),
    liftStop: async () => ({}),
  }),
];
