import { z } from 'zod';
import { idParams } from '../query.ts';
import { row } from '../row.ts';
import {
  auditEntrySchema,
  checkpointSchema,
  consistencyQuery,
  consistencySchema,
  exportAuditQuery,
  listAuditQuery,
  proofSchema,
  proofsQuery,
  proofsSchema,
  verificationSchema,
} from './audit-trail-schema.ts';

const permission = 'audit:read' as const;
const checkpoint = {
  note: 'pii-vault/audit\n128\nuGf2Yb1Z0m0zE1Jv3qk5cW0=\n\n— pii-vault/audit kQ2f3g==\n',
  keyId: '910d9fde',
  publicKey: '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
};
const leaf = { leafIndex: 4, leaf: 'e30=', salt: 'c2FsdA==', path: ['aGFzaA=='] };
const verification = {
  status: 'done',
  verified: true,
  treeSize: 128,
  rootHash: 'b867f661bd59d26d3313526fdea939716d',
  checkpointAt: '2026-11-21T08:00:00.000Z',
  entriesChecked: 128,
  pending: 0,
  oldestPendingMs: 0,
  firstBadIndex: null,
  reason: null,
};

const entry = {
  id: 5,
  companyId: 1,
  individualId: 48213,
  piiFieldId: 91,
  action: 'field_decrypt',
  actorType: 'user',
  actorId: '2',
  actorName: 'Ravi Iyer',
  onBehalfOfName: null,
  userName: null,
  companyName: 'Saral Bank',
  details: { fieldType: 'pan', purpose: 'kyc', decision: 'allowed', companyName: 'Saral Bank' },
  complianceFlags: { violation: false, dpdpCompliant: true },
  ipAddress: '127.0.0.1',
  userAgent: 'curl/8.14',
  timestamp: '2026-11-21T08:00:00.000Z',
  leafIndex: 4,
};

export const auditTrailRoutes = [
  row('GET /audit-trail', {
    permission,
    query: listAuditQuery,
    response: z.array(auditEntrySchema),
    paged: true,
    summary: 'List entries of the audit trail, newest first',
    example: {
      query: { limit: '50', companyId: '1', action: 'field_decrypt' },
      response: [entry],
    },
  }),
  row('GET /audit-trail/export', {
    permission,
    query: exportAuditQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(auditEntrySchema),
    summary: 'Export the audit trail with the filters of the list; request proofs by leafIndex',
    example: { query: { format: 'json', companyId: '1' }, response: [entry] },
  }),
  row('GET /audit-trail/checkpoint', {
    rpc: 'trail.getCheckpoint',
    permission,
    response: checkpointSchema,
    summary: 'Get the newest signed checkpoint',
    example: { response: checkpoint },
  }),
  row('GET /audit-trail/proofs', {
    rpc: 'trail.getProofs',
    permission,
    query: proofsQuery,
    response: proofsSchema,
    summary: 'Get inclusion proofs of up to 200 entries under one checkpoint',
    example: { query: { ids: '5' }, response: { checkpoint, proofs: [{ id: 5, ...leaf }] } },
  }),
  row('GET /audit-trail/consistency', {
    rpc: 'trail.getConsistency',
    permission,
    query: consistencyQuery,
    response: consistencySchema,
    summary: 'Get a consistency proof between two tree sizes (RFC 6962)',
    example: { query: { from: '64', to: '128' }, response: { from: 64, to: 128, path: ['aGFzaA=='] } },
  }),
  row('POST /audit-trail/verify', {
    permission,
    // Up to 100,000 entries are verified within the call: a fault run on busy cores met ten seconds.
    deadlineMs: 30_000,
    response: verificationSchema,
    mayBePending: true,
    summary: 'Verify the whole trail; above 100,000 entries 202 with a Location to poll',
    example: { response: verification },
  }),
  row('GET /audit-trail/verifications/{id}', {
    rpc: 'trail.getVerification',
    permission,
    params: idParams,
    response: verificationSchema,
    summary: 'Get the state of a verification',
    example: { params: { id: '3' }, response: { verificationId: 3, ...verification } },
  }),
  row('GET /audit-trail/{id}/proof', {
    rpc: 'trail.getProof',
    permission,
    params: idParams,
    response: proofSchema,
    summary: 'Get the inclusion proof of one entry',
    example: { params: { id: '5' }, response: { ...leaf, treeSize: 128, checkpoint } },
  }),
] as const;
