import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  decideEntrySchema,
  explanationSchema,
  exportEntriesQuery,
  graphQuery,
  graphSchema,
  lineageAnalysisQuery,
  lineageAnalysisSchema,
  lineageEntrySchema,
  lineageSummaryQuery,
  lineageSummarySchema,
  listEntriesQuery,
} from './data-lineage-schema.ts';

const permission = 'lineage:read' as const;
const entry = {
  id: 7,
  sourceCompanyId: 1,
  targetCompanyId: 2,
  sourceCompanyName: 'Saral Bank',
  targetCompanyName: 'Arogya Health',
  individualId: 48213,
  relatedIndividualId: 51002,
  relatedPseudonym: null,
  relationshipType: 'same_individual',
  confidenceScore: 99.1,
  matchingFields: { fields: ['pan', 'phone'] },
  verificationStatus: 'verified',
  decision: null,
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const dataLineageRoutes = [
  row({
    method: 'GET',
    path: '/data-lineage',
    auth: 'permission',
    permission,
    query: graphQuery,
    response: graphSchema,
    summary: 'Graph of companies and linked individuals',
    example: {
      query: { companyId: '1', nodes: '500' },
      response: {
        nodes: [
          { id: 'company:1', name: 'Saral Bank', type: 'company', tier: 'primary' },
          { id: 'individual:48213', name: 'IND_48213', type: 'individual', tier: null },
        ],
        links: [
          {
            source: 'company:1',
            target: 'individual:48213',
            entryId: null,
            confidence: 100,
            relationshipType: null,
            verificationStatus: null,
          },
        ],
      },
    },
  }),
  row({
    method: 'GET',
    path: '/data-lineage/summary',
    auth: 'permission',
    permission,
    query: lineageSummaryQuery,
    response: lineageSummarySchema,
    summary: 'Totals over all entries',
    example: {
      query: { companyId: '1' },
      response: {
        totalRelationships: 311,
        avgConfidence: 96,
        uniqueIndividuals: 540,
        verifiedLinks: 120,
        medianConfidence: 97.4,
        withinCompany: 40,
        crossCompany: 271,
        pending: 191,
        pendingOverADay: 3,
      },
    },
  }),
  row({
    method: 'GET',
    path: '/data-lineage/entries',
    auth: 'permission',
    permission,
    query: listEntriesQuery,
    response: z.array(lineageEntrySchema),
    paged: true,
    summary: 'Relationships between individuals',
    example: { query: { type: 'same_individual', confidence: 'high' }, response: [entry] },
  }),
  row({
    method: 'GET',
    path: '/data-lineage/entries/export',
    auth: 'permission',
    permission,
    query: exportEntriesQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(lineageEntrySchema),
    summary: 'Relationships between individuals as a file, by the filters of the list',
    example: { query: { format: 'json', status: 'verified' }, response: [entry] },
  }),
  row({
    method: 'GET',
    path: '/data-lineage/analysis',
    auth: 'permission',
    permission,
    query: lineageAnalysisQuery,
    response: lineageAnalysisSchema,
    summary:
      'Links by pair of companies and by confidence, the longest undecided, values that too many share',
    example: {
      query: { companyId: '1' },
      response: {
        companyPairs: [
          {
            sourceCompanyId: 1,
            targetCompanyId: 2,
            sourceCompanyName: 'Saral Bank',
            targetCompanyName: 'Arogya Health',
            links: 271,
            verified: 120,
            pending: 150,
            rejected: 1,
            avgConfidence: 96.4,
          },
        ],
        confidenceHistogram: [{ from: 90, to: 100, links: 240 }],
        oldestUndecided: [{ ...entry, verificationStatus: 'pending' }],
        hotValues: [{ companies: [{ id: 1, name: 'Saral Bank' }], sharedValues: 4, crowdedKeys: 12 }],
      },
    },
  }),
  row({
    method: 'GET',
    path: '/data-lineage/entries/{id}/explain',
    auth: 'permission',
    permission,
    params: idParams,
    response: explanationSchema,
    tells: ['ETag'],
    summary: 'Why two individuals were linked: the weight of each comparison in bits',
    example: {
      params: { id: '7' },
      response: {
        entry,
        comparisons: [
          { field: 'prior', level: 'cross-company pair', weight: -10, runningSum: -10, probability: 0.001 },
          { field: 'pan', level: 'equal', weight: 21.5, runningSum: 11.5, probability: 0.9997 },
        ],
        probability: 0.9997,
        modelVersion: 'prior-5',
        decisions: [
          {
            companyId: 1,
            verificationStatus: 'verified',
            note: 'Same signature on both forms',
            texts: { view: 'whole', filled: ['note'], identifiers: 0 },
            decidedBy: 'Asha Rao',
            decidedAt: '2026-11-21T08:00:00.000Z',
          },
        ],
      },
    },
  }),
  row({
    method: 'POST',
    path: '/data-lineage/entries/{id}/decision',
    auth: 'permission',
    permission: 'lineage:decide',
    params: idParams,
    body: json(decideEntrySchema),
    response: lineageEntrySchema,
    refusals: [412],
    tells: ['ETag'],
    summary:
      'Verify or reject a relationship, for ever; across companies both must verify. If-Match is honoured',
    example: {
      params: { id: '7' },
      body: { verificationStatus: 'verified', note: 'Same signature on both forms' },
      response: { ...entry, decision: 'verified' },
    },
  }),
] as const;
