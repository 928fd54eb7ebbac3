import { z } from 'zod';
import { companyQuery, flagParam, idParam, pageQuery } from '../query.ts';
import { idSchema, timestampSchema, versionSchema } from '../scalars.ts';
import { roleSchema, userStatusSchema } from '../users/users-schema.ts';

export const listAccessReviewsQuery = z.strictObject({ ...companyQuery, ...pageQuery });
export const startAccessReviewSchema = z.strictObject({
  companyId: idSchema.optional(),
  /** Discards an open review with its decisions. */
  startOver: z.boolean().default(false),
});

/** recorded: stated in an older release, without lines. */
export const accessReviewStatuses = ['open', 'finished', 'discarded', 'recorded'] as const;

export const accessReviewSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    status: z.enum(accessReviewStatuses),
    startedBy: idSchema,
    /** Null where the user is unknown. */
    startedByName: z.string().nullable(),
    startedAt: timestampSchema,
    /** Id of the one who finished it; null: it is not finished. */
    reviewedBy: idSchema.nullable(),
    reviewedByName: z.string().nullable(),
    reviewedAt: timestampSchema.nullable(),
    lines: z.number().int(),
    decided: z.number().int(),
    revoked: z.number().int(),
    /** Of the signed lines, hex; null: there are none. */
    snapshotSha256: z.string().nullable(),
    version: versionSchema,
  })
  .meta({ id: 'AccessReview' });
export type AccessReview = z.output<typeof accessReviewSchema>;

export const accessLineKinds = ['account', 'credential'] as const;
export const accessVias = ['super_admin', 'all_companies', 'primary_company', 'company_role'] as const;
export const revokeReasons = ['left', 'duties', 'unused', 'unknown', 'other'] as const;

/** An account that may enter the company or its API client, as it was when the review began. */
export const accessLineSchema = z
  .object({
    id: idSchema,
    kind: z.enum(accessLineKinds),
    userId: idSchema,
    /** Null where the user is unknown or not in the caller's list of users. */
    userName: z.string().nullable(),
    /** The role that applies in the company, and how the account got it. */
    role: roleSchema,
    via: z.enum(accessVias),
    /** The account's role where it has no company role; null: the same, or another company's affair. */
    defaultRole: roleSchema.nullable(),
    /** Null, as are the facts below but for createdAt, for an account that is not in the caller's list of users. */
    status: userStatusSchema.nullable(),
    hasSecondFactor: z.boolean().nullable(),
    clientId: z.string().nullable(),
    /** Whether the API client may erase people and values. */
    mayErase: z.boolean().nullable(),
    /** Until when the API client's secret before the last rotation is accepted; null: it is not. */
    formerSecretUntil: timestampSchema.nullable(),
    createdAt: timestampSchema,
    /** Last sign-in, or last use of the API client; null: never. */
    lastUsedAt: timestampSchema.nullable(),
    /** Not used for 90 days. */
    isDormant: z.boolean().nullable(),
    /** Null: open. */
    decision: z.enum(['keep', 'revoke']).nullable(),
    reason: z.enum(revokeReasons).nullable(),
    decidedBy: idSchema.nullable(),
    decidedByName: z.string().nullable(),
    decidedAt: timestampSchema.nullable(),
    /** What revoking did; gone: nothing was left to take away. */
    act: z.enum(['role_removed', 'account_deactivated', 'credential_revoked', 'gone']).nullable(),
    /** Why the caller may not decide it; null: no reason. */
    obstacle: z.enum(['own', 'dependent']).nullable(),
    version: versionSchema,
  })
  .meta({ id: 'AccessLine' });
export type AccessLine = z.output<typeof accessLineSchema>;

export const listAccessLinesQuery = z.strictObject({ open: flagParam.optional(), ...pageQuery });
export const accessLineParams = z.strictObject({ id: idParam, lineId: idParam });

export const decideAccessLineSchema = z.strictObject({
  decision: z.enum(['keep', 'revoke']),
  /** Required to revoke an administrator's account. */
  reason: z.enum(revokeReasons).optional(),
});

export const keepOpenLinesSchema = z.strictObject({
  /** How many lines the caller saw open. */
  open: z.number().int().min(0),
});
export const keptLinesSchema = z.object({
  kept: z.number().int(),
  /** Lines that another person has to decide. */
  left: z.number().int(),
});

/** `scripts/product/verify-certificate` verifies the file with the public key only. */
export const accessEvidenceSchema = z
  .object({
    /** A signed note (C2SP) with the SHA-256 of the snapshot as it is written here. */
    certificate: z.object({ note: z.string(), keyId: z.uuid(), publicKey: z.base64() }),
    snapshot: z.object({
      companyId: idSchema,
      finishedAt: timestampSchema,
      finishedBy: idSchema,
      kind: z.literal('access_review'),
      lines: z.array(
        accessLineSchema.pick({ id: true, kind: true, userId: true, role: true, via: true }).extend({
          /** Absent, as are other facts, for an account of all companies. */
          status: userStatusSchema.optional(),
          isDormant: z.boolean().optional(),
          createdAt: timestampSchema,
          secondFactor: z.boolean().optional(),
          defaultRole: roleSchema.optional(),
          clientId: z.string().optional(),
          mayErase: z.boolean().optional(),
          formerSecretUntil: timestampSchema.optional(),
          lastUsedAt: timestampSchema.optional(),
          decision: z.enum(['keep', 'revoke']),
          reason: z.enum(revokeReasons).optional(),
          act: z.string().optional(),
          decidedBy: idSchema,
          decidedAt: timestampSchema,
        }),
      ),
      reviewId: idSchema,
      startedAt: timestampSchema,
      startedBy: idSchema,
    }),
  })
  .meta({ id: 'AccessEvidence' });
