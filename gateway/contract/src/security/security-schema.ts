import { z } from 'zod';
import { defaultsTo, exportQuery, pageQuery } from '../query.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';

/** Ranges of the security dashboard: a day, a week, 30 days. */
const securityHours = [24, 168, 720] as const;
export const defaultHours = 24;

const hours = defaultsTo(z.literal(securityHours), defaultHours);
export const securityQuery = z.strictObject({ hours });
export const highRiskQuery = z.strictObject({ hours, ...pageQuery });
export const exportSecurityQuery = z.strictObject({ hours, ...exportQuery });

const riskSchema = z.number().int().min(0).max(100);

/** Each attempt is exactly one of successful, failed and blocked. */
export const loginStatisticsSchema = z
  .object({
    totalAttempts: countSchema,
    successfulLogins: countSchema,
    failedAttempts: countSchema,
    blockedAttempts: countSchema,
    uniqueIPs: countSchema,
    /** Risk of 70 or more. */
    highRiskAttempts: countSchema,
  })
  .meta({ id: 'LoginStatistics' });

/** Each attempt of a period is exactly one of the three. */
export const loginPeriodSchema = z
  .object({
    /** A multiple of the period's length in UTC: an hour of 24 hours, six of 168, a day of 720. */
    from: timestampSchema,
    successful: countSchema,
    failed: countSchema,
    blocked: countSchema,
  })
  .meta({ id: 'LoginPeriod' });
export type LoginPeriod = z.output<typeof loginPeriodSchema>;

/** As the browser claimed; null when it did not say. */
const deviceFacts = {
  platform: z.string().nullable(),
  screenResolution: z.string().nullable(),
  timezone: z.string().nullable(),
};

export const loginAttemptSchema = z
  .object({
    id: idSchema,
    timestamp: timestampSchema,
    /** Empty when what was entered is no address. */
    email: z.string(),
    ipAddress: z.string(),
    riskScore: riskSchema,
    success: z.boolean(),
    blocked: z.boolean(),
    failureReason: z.string().nullable(),
    deviceInfo: z.object(deviceFacts),
  })
  .meta({ id: 'LoginAttempt' });
export type LoginAttempt = z.output<typeof loginAttemptSchema>;

export const loginDeviceSchema = z
  .object({
    /** What the browser claims to be; null for clients that send none, which their user agent tells apart. */
    fingerprint: z.string().nullable(),
    userAgent: z.string(),
    ...deviceFacts,
    attempts: countSchema,
    successful: countSchema,
    failed: countSchema,
    blocked: countSchema,
    /** E-mail addresses that were tried. */
    accounts: countSchema,
    uniqueIPs: countSchema,
    highestRiskScore: riskSchema,
    firstSeenAt: timestampSchema,
    lastSeenAt: timestampSchema,
  })
  .meta({ id: 'LoginDevice' });
export type LoginDevice = z.output<typeof loginDeviceSchema>;

export const blockedIpSchema = z
  .object({
    id: idSchema,
    /** An address, or a range in CIDR form. */
    ipAddress: z.string(),
    reason: z.string(),
    /** null: until it is unblocked. */
    blockedUntil: timestampSchema.nullable(),
    createdAt: timestampSchema,
  })
  .meta({ id: 'BlockedIp' });
export type BlockedIp = z.output<typeof blockedIpSchema>;

export const threatKinds = [
  'credential_stuffing',
  'password_spraying',
  'password_guessing',
  'reveal_budget',
  'reveal_policy',
  'forged_event',
  'integrity_error',
  'audit_verify',
  'intake_stopped',
] as const;
export const threatSourceKinds = [
  'address',
  'device',
  'account',
  'user',
  'api_client',
  'topic',
  'company',
  'service',
] as const;

/** conflict: records refused as being about another person than the holder of their external id. */
export const budgetKinds = ['reveal', 'bulk', 'search', 'export', 'conflict'] as const;

export const changeStatuses = ['pending', 'approved', 'refused', 'effective', 'expired', 'replaced'] as const;

const threatPatternSchema = z
  .object({
    kind: z.enum(threatKinds),
    /**
     * An address or /64, a device's fingerprint, the account that is aimed at; of a spent budget the id of the user or of
     * the API client; or the topic of the event bus that carries records which its owner has not signed: each of the
     * attempts is then a refused record. Of stored values that were changed, the id of the company; of the trail, the
     * service whose entries are not taken in, or audit.
     */
    source: z.object({ kind: z.enum(threatSourceKinds), value: z.string() }),
    /** Of a spent budget what was used of it and the calls refused since; `blocked` counts these, `successful` is 0. */
    attempts: countSchema,
    failed: countSchema,
    blocked: countSchema,
    /** Sign-ins from the source meanwhile: accounts that may be lost. */
    successful: countSchema,
    accounts: countSchema,
    /** Of the accounts, those that do not exist. */
    unknownAccounts: countSchema,
    uniqueIPs: countSchema,
    firstSeenAt: timestampSchema,
    lastSeenAt: timestampSchema,
    /** At most 5 attempts, successful ones first, then the newest. */
    evidence: z.array(loginAttemptSchema),
    /** Which budget of which company was spent. */
    budget: z
      .object({
        companyId: idSchema,
        userId: idSchema,
        kind: z.enum(budgetKinds),
        purpose: z.string().nullable(),
      })
      .optional(),
    /** Which company's only administrator asked for looser limits, and when they take effect unless they are refused. */
    policyChange: z
      .object({
        companyId: idSchema,
        userId: idSchema,
        dueAt: timestampSchema,
        status: z.enum(changeStatuses),
      })
      .optional(),
  })
  .meta({ id: 'ThreatPattern' });

/** The first three stop a credential; of the others everything is shown, and an administrator is to look into it. */
export const probeReasons = ['links', 'corrections', 'erasures', 'imports', 'bulk'] as const;

/** Matching used to learn about another company's people. Both companies see it. */
const matchingProbeSchema = z
  .object({
    id: idSchema,
    kind: z.literal('matching_probe'),
    /** Whose credential it is, and whose people were asked about. */
    companyId: idSchema,
    companyName: z.string(),
    otherCompanyId: idSchema,
    otherCompanyName: z.string(),
    linkAgreementId: idSchema,
    /**
     * user:<id>, client:<id>/user:<id> with the accounts behind the client, import:<id>, or agreement:<id> (of records whose
     * writer is not known); null for the other company.
     */
    credential: z.string().nullable(),
    /**
     * Pairs that its records made, corrections of linked records, linked records that were erased; pairs, corrections
     * or erasures of the company's imports, and pairs of imports or of an agreement beyond those that are shown in an hour.
     */
    reason: z.enum(probeReasons),
    /** Counted, and allowed: in an hour, of erasures in a day. */
    events: countSchema,
    budget: countSchema,
    firstSeenAt: timestampSchema,
    lastSeenAt: timestampSchema,
    /** Null until an administrator ends it; while it stops a credential, new pairs of its records are held back. */
    liftedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'MatchingProbe' });

export const threatsSchema = z
  .object({
    blockedIps: z.array(blockedIpSchema),
    patterns: z.array(threatPatternSchema),
    /** Services that did not answer: forged events that they refused, spent budgets (vault) or probes (lineage) may be missing. */
    unansweredServices: z.array(z.string()),
    /** Newest first, at most 200. */
    probes: z.array(matchingProbeSchema),
  })
  .meta({ id: 'Threats' });

const ipAddress = z.string().trim().min(1, 'Please enter a valid IP address').max(45);
export const blockIpSchema = z.strictObject({
  ipAddress,
  reason: z.string().trim().min(1).max(200),
  blockedUntil: timestampSchema.optional(),
  /** Also needed to go on when the caller itself comes from there. */
  confirm: z.boolean().default(false),
});
export const unblockIpSchema = z.strictObject({ ipAddress });
