import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import {
  decideEntrySchema,
  explainQuery,
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
  verifiedEntriesSchema,
  verifyEntriesSchema,
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
  grade: null,
  matchingFields: { fields: ['pan', 'phone'] },
  verificationStatus: 'verified',
  decision: null,
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const dataLineageRoutes = [
  row('GET /data-lineage', {
    permission,
    query: graphQuery,
    response: graphSchema,
    summary: 'Get the graph of companies and linked individuals',
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
            grade: null,
            relationshipType: null,
            verificationStatus: null,
          },
        ],
      },
    },
  }),
  row('GET /data-lineage/summary', {
    rpc: 'links.getSummary',
    permission,
    query: lineageSummaryQuery,
    response: lineageSummarySchema,
    summary: 'Get totals over all entries',
    example: {
      query: { companyId: '1' },
      response: {
        totalRelationships: 311,
        scoredRelationships: 240,
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
  row('GET /data-lineage/entries', {
    permission,
    query: listEntriesQuery,
    response: z.array(lineageEntrySchema),
    paged: true,
    summary: 'List relationships between individuals',
    example: { query: { type: 'same_individual', confidence: 'high' }, response: [entry] },
  }),
  row('GET /data-lineage/entries/export', {
    permission,
    query: exportEntriesQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(lineageEntrySchema),
    summary: 'Export relationships between individuals with the filters of the list',
    example: { query: { format: 'json', status: 'verified' }, response: [entry] },
  }),
  row('GET /data-lineage/analysis', {
    permission,
    query: lineageAnalysisQuery,
    response: lineageAnalysisSchema,
    summary:
      'Get links by pair of companies and confidence, the oldest undecided ones, and values shared too often',
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
            scored: 240,
            avgConfidence: 96,
          },
        ],
        confidenceHistogram: [{ from: 90, to: 100, links: 240 }],
        graded: { strong: 25, possible: 6 },
        oldestUndecided: [{ ...entry, verificationStatus: 'pending' }],
        hotValues: [{ companies: [{ id: 1, name: 'Saral Bank' }], sharedValues: 4, crowdedKeys: 12 }],
      },
    },
  }),
  row('GET /data-lineage/entries/{id}/explain', {
    permission,
    params: idParams,
    query: explainQuery,
    response: explanationSchema,
    reveals: true,
    responseHeaders: ['ETag'],
    summary: 'Explain a link: the weight of each comparison in bits',
    example: {
      params: { id: '7' },
      query: { purpose: 'kyc' },
      response: {
        entry,
        version: 1,
        withheld: null,
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
            texts: { view: 'masked', filled: ['note'], identifiers: 0 },
            decidedBy: 'Asha Rao',
            decidedAt: '2026-11-21T08:00:00.000Z',
          },
        ],
      },
    },
  }),
  row('POST /data-lineage/entries/{id}/decision', {
    permission: 'lineage:decide',
    params: idParams,
    body: json(decideEntrySchema),
    response: lineageEntrySchema,
    refusals: [412],
    responseHeaders: ['ETag'],
    summary:
      'Verify or reject a relationship permanently; across companies both must verify. Supports If-Match',
    example: {
      params: { id: '7' },
      body: { verificationStatus: 'verified', note: 'Same signature on both forms' },
      response: { ...entry, decision: 'verified' },
    },
  }),
  row('DELETE /data-lineage/entries/{id}/decision', {
    permission: 'lineage:decide',
    params: idParams,
    response: lineageEntrySchema,
    refusals: [412],
    responseHeaders: ['ETag'],
    summary: "Withdraw the decision of the caller's companies about a relationship. Supports If-Match",
    example: {
      params: { id: '7' },
      response: { ...entry, confidenceScore: null, grade: 'strong', verificationStatus: 'pending' },
    },
  }),
  row('POST /data-lineage/verifications', {
    rpc: 'links.verifyEntries',
    permission: 'lineage:decide',
    body: json(verifyEntriesSchema),
    response: verifiedEntriesSchema,
    summary: 'Verify undecided relationships in which two identifiers agree, at least one of one person only',
    example: { body: { companyId: 1, ids: [7, 8, 9] }, response: { verifiedIds: [7, 9] } },
  }),
] as const;
