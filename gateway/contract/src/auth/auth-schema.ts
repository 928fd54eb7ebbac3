import { z } from 'zod';
import { emailSchema, idSchema, nameSchema, timestampSchema } from '../scalars.ts';
import { roleSchema } from '../users/users-schema.ts';

const fingerprintLimitBytes = 16 * 1024;

/** Properties reported by the browser: any keys, at most 16 KiB; known keys are typed. */
export const deviceFingerprintSchema = z
  .looseObject({
    userAgent: z.string().max(1024).optional(),
    language: z.string().max(64).optional(),
    platform: z.string().max(128).optional(),
    screenResolution: z.string().max(32).optional(),
    timezone: z.string().max(64).optional(),
    doNotTrack: z.string().max(20).nullable().optional(),
    /** GiB. */
    memory: z.number().nullable().optional(),
    fonts: z.array(z.string().max(100)).max(10).optional(),
    connection: z.looseObject({}).optional(),
    computerName: z.string().max(200).nullable().optional(),
    isBot: z.boolean().optional(),
    canvas: z.string().max(200).nullable().optional(),
    webgl: z.string().max(200).nullable().optional(),
    suspiciousActivity: z.union([z.array(z.string().max(200)).max(50), z.boolean()]).optional(),
    riskScore: z.number().min(0).max(1000).optional(),
  })
  .refine((value) => JSON.stringify(value).length <= fingerprintLimitBytes, 'At most 16 KiB');

export const loginSchema = z.strictObject({
  email: z.string().min(1, 'Email is required').max(254),
  password: z.string().min(1, 'Password is required').max(1024),
  deviceFingerprint: deviceFingerprintSchema.optional(),
  /** Code of the mail for 'Additional verification required'. */
  code: z.string().max(20).optional(),
  /** Language of the console, used in mails about alarms. */
  language: z.enum(['en', 'hi']).optional(),
});

export const signedInUserSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: roleSchema,
    companyId: idSchema.nullable(),
    /** Empty for a super_admin, whose permissions hold in every company. */
    companies: z.array(
      z.object({ id: idSchema, name: z.string(), role: roleSchema, permissions: z.array(z.string()) }),
    ),
    /** Those of all companies. */
    permissions: z.array(z.string()),
  })
  .meta({ id: 'SignedInUser' });
export type SignedInUser = z.output<typeof signedInUserSchema>;

/** What a restricted session lacks; it has no permissions and companies until then. */
export const sessionLackSchema = z
  .object({
    /**
     * second_factor: POST /auth/second-factor. new_password: replace the temporary one by POST /auth/change-password.
     * factor_enrolment: add one by POST /auth/factors/totp or …/passkey.
     */
    kind: z.enum(['second_factor', 'new_password', 'factor_enrolment']),
    /** For second_factor: factors of the user. */
    factors: z.array(z.enum(['passkey', 'totp', 'recovery_code'])),
  })
  .meta({ id: 'SessionLack' });
export type SessionLack = z.output<typeof sessionLackSchema>;

export const loginAnswerSchema = z.object({
  success: z.literal(true),
  token: z.string(),
  user: signedInUserSchema,
  /** Null for a full session. */
  lacks: sessionLackSchema.nullable(),
});

export const signedInSchema = z.object({
  success: z.literal(true),
  user: signedInUserSchema,
  /** Null for a full session. */
  lacks: sessionLackSchema.nullable(),
});

export const sessionSchema = z.object({
  user: signedInUserSchema,
  /** Absolute end of the session; null for an API client. */
  expiresAt: timestampSchema.nullable(),
  /** Null for a full session. */
  lacks: sessionLackSchema.nullable(),
});

export const setupStatusSchema = z.object({
  needsSetup: z.boolean(),
  loginRisk: z.enum(['enforce', 'record']),
});

const everyKind = /^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).*$/s;
const all = 'All fields are required';

const setupFields = {
  firstName: nameSchema.min(1, all).max(100),
  lastName: nameSchema.min(1, all).max(100),
  email: z.string().min(1, all).max(254).pipe(emailSchema),
  password: z
    .string()
    .min(1, all)
    .min(12, 'Password must be at least 12 characters long')
    .max(1024)
    .regex(everyKind, 'Password must contain uppercase, lowercase, numbers, and special characters'),
};

export const setupAdminSchema = z.strictObject({
  ...setupFields,
  /** Required in production only; the console reads it from the fragment `#code=`. */
  setupCode: z.string().max(200).optional(),
});

/** The admin-setup form: the payload and the repeated password. */
export const setupAdminFormSchema = z
  .object({ ...setupFields, confirmPassword: z.string().min(1, all) })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
  });

/** The daily mail about what waits, at 8 in the time zone of the user's company. */
export const dailyMailSchema = z
  .object({
    /** Whether a role of the user gets this mail: administrators do. */
    isOffered: z.boolean(),
    isOn: z.boolean(),
  })
  .meta({ id: 'DailyMail' });

export const setDailyMailSchema = z.strictObject({ isOn: z.boolean() });

export const jwksSchema = z.object({
  keys: z.array(
    z.object({
      kty: z.string(),
      kid: z.string(),
      alg: z.string(),
      use: z.string(),
      crv: z.string(),
      x: z.string(),
      y: z.string().optional(),
    }),
  ),
});
