import { z } from 'zod';
import { defaultsTo, exportQuery, pageQuery } from '../query.ts';
import { countSchema, givenTimeSchema, idSchema, timestampSchema } from '../scalars.ts';
import { budgetKinds, probeReasons, threatKinds, threatSourceKinds } from './alarm-kinds.ts';

/** Ranges of the security dashboard: a day, a week, 30 days. */
const securityHours = [24, 168, 720] as const;
const defaultHours = 24;

const hours = defaultsTo(z.literal(securityHours), defaultHours);
export const securityQuery = z.strictObject({ hours });
/** Also twice the range, so that a client compares it with the time before. */
const timelineHours = [...securityHours, 48, 336, 1440] as const;
export const timelineQuery = z.strictObject({ hours: defaultsTo(z.literal(timelineHours), defaultHours) });
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
    /** Start of the period: an hour of 24 hours or six of 168, in UTC; a day of 720. */
    from: timestampSchema,
    /** Of 720 hours: the day in the zone of the caller's only company, or of the deployment. */
    day: z.iso.date().optional(),
    successful: countSchema,
    failed: countSchema,
    blocked: countSchema,
  })
  .meta({ id: 'LoginPeriod' });
export type LoginPeriod = z.output<typeof loginPeriodSchema>;

/** As claimed by the browser; null when not sent. */
const deviceFacts = {
  platform: z.string().nullable(),
  screenResolution: z.string().nullable(),
  timezone: z.string().nullable(),
};

export const loginAttemptSchema = z
  .object({
    id: idSchema,
    timestamp: timestampSchema,
    /** Empty when the input was not an e-mail address. */
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
    /** The browser's own claim; null for clients that send none. Their user agent distinguishes them. */
    fingerprint: z.string().nullable(),
    userAgent: z.string(),
    ...deviceFacts,
    attempts: countSchema,
    successful: countSchema,
    failed: countSchema,
    blocked: countSchema,
    /** E-mail addresses of the attempts. */
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

export const changeStatuses = ['pending', 'approved', 'refused', 'effective', 'expired', 'replaced'] as const;

export const threatPatternSchema = z
  .object({
    kind: z.enum(threatKinds),
    /**
     * An address or /64, a device's fingerprint, or the attacked account; for an exhausted budget the id of the user or
     * API client; the topic of the event bus with records that its owner has not signed, where each attempt is a
     * refused record; for changed stored values the id of the company; for the trail the service whose entries are not
     * appended, or audit.
     */
    source: z.object({ kind: z.enum(threatSourceKinds), value: z.string() }),
    /**
     * For an exhausted budget, the used amount and the calls refused since; `blocked` counts these, `successful` is
     * 0.
     */
    attempts: countSchema,
    failed: countSchema,
    blocked: countSchema,
    /** Successful sign-ins from the source: accounts that may be compromised. */
    successful: countSchema,
    accounts: countSchema,
    /** Accounts that do not exist. */
    unknownAccounts: countSchema,
    uniqueIPs: countSchema,
    firstSeenAt: timestampSchema,
    lastSeenAt: timestampSchema,
    /** At most 5 attempts: successful ones first, then the newest. */
    evidence: z.array(loginAttemptSchema),
    /** The exhausted budget and its company. */
    budget: z
      .object({
        companyId: idSchema,
        userId: idSchema,
        kind: z.enum(budgetKinds),
        purpose: z.string().nullable(),
      })
      .optional(),
    /** The company whose only administrator requested looser limits, and when they take effect unless refused. */
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

/** Use of matching to learn about another company's people. Both companies see it. */
export const matchingProbeSchema = z
  .object({
    id: idSchema,
    kind: z.literal('matching_probe'),
    /** Company of the credential, and company of the people probed. */
    companyId: idSchema,
    companyName: z.string(),
    otherCompanyId: idSchema,
    otherCompanyName: z.string(),
    linkAgreementId: idSchema,
    /**
     * user:<id>, client:<id>/user:<id> with the accounts of the client, import:<id>, or agreement:<id> (for records
     * with an unknown writer); null for the other company.
     */
    credential: z.string().nullable(),
    /**
     * Pairs made by its records, corrections of linked records, erased linked records; pairs, corrections or erasures
     * of the company's imports; and pairs of imports or of an agreement above the hourly limit.
     */
    reason: z.enum(probeReasons),
    /** Number of events and their limit: per hour, for erasures per day. */
    events: countSchema,
    budget: countSchema,
    firstSeenAt: timestampSchema,
    lastSeenAt: timestampSchema,
    /** Null until an administrator ends it; while it stops a credential, new pairs of its records are withheld. */
    liftedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'MatchingProbe' });

export const threatsSchema = z
  .object({
    blockedIps: z.array(blockedIpSchema),
    patterns: z.array(threatPatternSchema),
    /**
     * Services that did not answer: their forged events, exhausted budgets (vault) or probes (lineage) may be
     * missing.
     */
    unansweredServices: z.array(z.string()),
    /** Newest first, at most 200. */
    probes: z.array(matchingProbeSchema),
  })
  .meta({ id: 'Threats' });

const ipAddress = z.string().trim().min(1, 'Please enter a valid IP address').max(45);
export const blockIpSchema = z.strictObject({
  ipAddress,
  reason: z.string().trim().min(1).max(200),
  blockedUntil: givenTimeSchema.optional(),
  /** Confirms a block that includes the caller's address. */
  confirm: z.boolean().default(false),
});
export const unblockIpSchema = z.strictObject({ ipAddress });
