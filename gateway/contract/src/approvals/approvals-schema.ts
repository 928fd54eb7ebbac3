import { z } from 'zod';
import { shownTextSchema, shownTextsSchema } from '../free-text.ts';
import { companyQuery, pageQuery } from '../query.ts';
import { countSchema, idSchema, purposeSchema, timestampSchema } from '../scalars.ts';

/** erase: its approvals have the purpose `erasure`. */
export const approvalKinds = ['reveal', 'export', 'erase', 'consent'] as const;
export const approvalStatuses = ['pending', 'approved', 'refused', 'expired', 'used'] as const;

export const approvalSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    companyName: z.string(),
    kind: z.enum(approvalKinds),
    purpose: purposeSchema,
    /** Number of people requested, and number already revealed or exported. */
    people: countSchema,
    used: countSchema,
    reason: shownTextSchema,
    texts: shownTextsSchema,
    status: z.enum(approvalStatuses),
    requestedBy: idSchema,
    /** null: currently not known. */
    requestedByName: z.string().nullable(),
    /** The API client that sent the request; null: a session. */
    clientId: z.string().nullable(),
    requestedAt: timestampSchema,
    decidedBy: idSchema.nullable(),
    decidedByName: z.string().nullable(),
    decidedAt: timestampSchema.nullable(),
    /** Pending: when the request expires. Approved: when the approval expires. */
    expiresAt: timestampSchema,
    /** Whether the caller may decide the request now. */
    mayDecide: z.boolean(),
    /**
     * An independent account must decide: in the last seven days this one and the requester's were created or changed
     * by one another or by the same account.
     */
    isDependent: z.boolean(),
  })
  .meta({ id: 'Approval' });
export type Approval = z.output<typeof approvalSchema>;

export const listApprovalsQuery = z.strictObject({
  ...companyQuery,
  status: z.enum(approvalStatuses).optional(),
  ...pageQuery,
});

export const requestApprovalSchema = z
  .strictObject({
    companyId: idSchema,
    kind: z.enum(approvalKinds),
    /** Required, except for erase, which ignores it. */
    purpose: purposeSchema.optional(),
    people: z.number().int().min(1, 'At least 1').max(1_000_000, 'At most 1,000,000'),
    reason: z.string().trim().min(1, 'A reason is required').max(1000, 'At most 1000 characters'),
  })
  .refine(({ kind, purpose }) => kind === 'erase' || purpose !== undefined, {
    path: ['purpose'],
    message: 'A purpose is required',
  });
export type RequestApproval = z.input<typeof requestApprovalSchema>;
