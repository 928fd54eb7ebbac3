import { z } from 'zod';
import { companyQuery, defaultsTo, exportQuery, flagParam, idParam, pageQuery } from '../query.ts';
import { emailSchema, idSchema, nameSchema, timestampSchema, versionSchema } from '../scalars.ts';

/** At most 50 characters; there are four roles. */
export const roleSchema = z.string().min(1).max(50);
export const userStatuses = ['active', 'inactive', 'suspended'] as const;
export const userStatusSchema = z.enum(userStatuses);

export const userSchema = z
  .object({
    id: idSchema,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    role: roleSchema,
    status: userStatusSchema,
    companyId: idSchema.nullable(),
    company: z.object({ name: z.string() }).nullable(),
    lastLoginAt: timestampSchema.nullable(),
    createdAt: timestampSchema,
    updatedAt: timestampSchema,
    version: versionSchema,
  })
  .meta({ id: 'User' });
export type User = z.output<typeof userSchema>;

const userFilters = {
  ...companyQuery,
  role: roleSchema.optional(),
  status: userStatusSchema.optional(),
};
export const listUsersQuery = z.strictObject({ ...userFilters, ...pageQuery });
export const exportUsersQuery = z.strictObject({ ...userFilters, ...exportQuery });

const policy = /^(?=.*[A-Z])(?=.*\d)(?=.*[^A-Za-z0-9]).{9,1024}$/s;
const policyMessage = 'Password must be at least 9 characters with uppercase, number, and special character';

/** The form that sets a user's password, with the rules of the Add User dialog. */
export const userPasswordFormSchema = z.strictObject({ password: z.string().regex(policy, policyMessage) });

/** Also used as the form of the Add User dialog, with its messages. */
export const createUserSchema = z
  .strictObject({
    email: emailSchema,
    firstName: nameSchema.min(1, 'First name is required').max(100),
    lastName: nameSchema.min(1, 'Last name is required').max(100),
    role: z.string().min(1, 'Role is required').max(50),
    /** Absent or null: all companies, which only a super_admin may grant. */
    companyId: idSchema.nullish(),
    password: z.string().max(1024).optional(),
    generatePassword: z.boolean().default(true),
    sendEmail: z.boolean().default(true),
  })
  .refine((form) => form.generatePassword || policy.test(form.password ?? ''), {
    path: ['password'],
    message: policyMessage,
  });

export const createdUserSchema = z.object({
  user: userSchema,
  /** Shown once, only when the password was generated. */
  temporaryPassword: z.string().optional(),
  emailSent: z.boolean(),
});

export const roleOptionsSchema = z.array(z.object({ value: z.string(), label: z.string() }));

export const companyRoleSchema = z
  .object({
    id: idSchema,
    companyId: idSchema,
    role: roleSchema,
    company: z.object({ name: z.string() }),
    assignedAt: timestampSchema,
  })
  .meta({ id: 'CompanyRole' });

export const assignRoleSchema = z.strictObject({
  companyId: z.number('Company is required').int().min(1, 'Company is required'),
  role: z.string('Role is required').min(1, 'Role is required').max(50),
});

export const assignmentParams = z.strictObject({ id: idParam, assignmentId: idParam });

export const apiCredentialsStatusSchema = z.object({
  hasCredentials: z.boolean(),
  clientId: z.string().nullable(),
  createdAt: timestampSchema.nullable(),
  lastUsed: timestampSchema.nullable(),
  /** Whether the credentials may erase people and values. */
  mayErase: z.boolean(),
  /** Until when the secret before the last rotation is accepted; null: it is not. */
  formerSecretUntil: timestampSchema.nullable(),
});

/** mayErase: the credentials may erase people and values, in the company's daily budget. */
export const generateCredentialsQuery = z.strictObject({
  mayErase: flagParam.optional().transform((given) => given ?? false),
});
/** overlapHours: how long the former secret stays valid. mayErase: unchanged if omitted. */
export const rotateCredentialsQuery = z.strictObject({
  mayErase: flagParam.optional(),
  overlapHours: defaultsTo(z.number().int().min(0).max(24), 0),
});

/** The response shows the secret once; it cannot be read again. */
export const apiCredentialsSchema = z.object({ clientId: z.string(), secret: z.string() });
