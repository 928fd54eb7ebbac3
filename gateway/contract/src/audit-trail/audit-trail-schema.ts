import { z } from 'zod';
import { companyQuery, exportQuery, idListParam, numberParam, pageQuery, periodQuery } from '../query.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** `services/platform/src/domain/audit-actions.ts` lists all actions. */
const auditFilters = {
  ...companyQuery,
  action: z
    .string()
    .regex(/^[a-z0-9_]{1,60}$/, 'An action such as field_view')
    .optional(),
  search: z.string().max(100).optional(),
  ...periodQuery,
};
export const listAuditQuery = z.strictObject({ ...auditFilters, ...pageQuery });
export const exportAuditQuery = z.strictObject({ ...auditFilters, ...exportQuery });

export const auditDetailsSchema = z.object({
  fieldType: z.string().optional(),
  fieldNames: z.array(z.string()).optional(),
  companyName: z.string().optional(),
  violationType: z.string().optional(),
  onBehalfOf: z.string().optional(),
  purpose: z.string().optional(),
  /** allowed | refused */
  decision: z.string().optional(),
  reason: z.string().optional(),
  requestId: z.string().optional(),
  objectIds: z.record(z.string(), z.string()).optional(),
  counts: z.record(z.string(), z.number()).optional(),
  individualIds: z.array(idSchema).optional(),
  ticket: z.string().optional(),
  producer: z.string().optional(),
});

export const auditEntrySchema = z
  .object({
    id: idSchema,
    companyId: idSchema.nullable(),
    individualId: idSchema.nullable(),
    piiFieldId: idSchema.nullable(),
    action: z.string(),
    /** user | api_client | service */
    actorType: z.string(),
    actorId: z.string(),
    /** The gateway adds the names; they are not part of the leaf. */
    actorName: z.string().nullable(),
    /** Of the user in `details.onBehalfOf`. */
    onBehalfOfName: z.string().nullable(),
    /** Of the user that the entry is about: `details.objectIds.userId`. */
    userName: z.string().nullable(),
    companyName: z.string().nullable(),
    details: auditDetailsSchema,
    complianceFlags: z.object({ violation: z.boolean(), dpdpCompliant: z.boolean() }),
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    timestamp: timestampSchema,
    leafIndex: countSchema,
  })
  .meta({ id: 'AuditEntry' });
export type AuditTrailEntry = z.output<typeof auditEntrySchema>;

const base64 = z.string().meta({ description: 'base64' });
const path = z.array(base64);

/** A C2SP tlog-checkpoint as a signed note, and the key that verifies it. */
export const checkpointSchema = z
  .object({
    note: z.string(),
    /** Signed-note key id, eight hex digits. */
    keyId: z.string(),
    /** Ed25519: the raw 32 bytes. ECDSA: DER SubjectPublicKeyInfo. */
    publicKey: base64,
  })
  .meta({ id: 'Checkpoint' });

/** RFC 6962: leaf hash = SHA-256(0x00 ‖ salt ‖ leaf); path from the sibling up to the child of the root. */
export const proofSchema = z.object({
  leafIndex: countSchema,
  treeSize: countSchema,
  leaf: base64,
  salt: base64,
  path,
  checkpoint: checkpointSchema,
});

export const proofsQuery = z.strictObject({ ids: idListParam(200) });
export const proofsSchema = z.object({
  checkpoint: checkpointSchema,
  proofs: z.array(z.object({ id: idSchema, leafIndex: countSchema, leaf: base64, salt: base64, path })),
});

const treeSize = numberParam(z.number().int().min(0).max(Number.MAX_SAFE_INTEGER));
export const consistencyQuery = z.strictObject({ from: treeSize, to: treeSize });
export const consistencySchema = z.object({ from: countSchema, to: countSchema, path });

export const verificationSchema = z.object({
  /** Set while a verification of more than 100,000 entries is running: poll it at Location. */
  verificationId: idSchema.optional(),
  status: z.enum(['running', 'done', 'failed']),
  verified: z.boolean(),
  treeSize: countSchema,
  /** Hex. */
  rootHash: z.string(),
  checkpointAt: timestampSchema.nullable(),
  entriesChecked: countSchema,
  /** Durable entries that are not in the tree yet, and the age of the oldest in ms. */
  pending: countSchema,
  oldestPendingMs: countSchema,
  firstBadIndex: countSchema.nullable(),
  reason: z.string().nullable(),
});
export type Verification = z.output<typeof verificationSchema>;
