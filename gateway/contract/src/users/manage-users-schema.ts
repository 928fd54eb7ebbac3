import { z } from 'zod';
import { emailSchema, idSchema, nameSchema } from '../scalars.ts';
import { userStatusSchema } from './users-schema.ts';

/** All fields are optional; the messages are those of creating a user. */
export const updateUserSchema = z
  .strictObject({
    email: emailSchema,
    firstName: nameSchema.min(1, 'First name is required').max(100),
    lastName: nameSchema.min(1, 'Last name is required').max(100),
    role: z.string().min(1, 'Role is required').max(50),
    /** null: all companies, which only a super_admin may grant. */
    companyId: idSchema.nullable(),
  })
  .partial();

export const setUserStatusSchema = z.strictObject({ status: userStatusSchema });

export const setUserPasswordSchema = z.strictObject({
  password: z.string().min(1, 'Password is required').max(1024),
});

export const resendEmailSchema = z.strictObject({ includeNewPassword: z.boolean().default(false) });

export const resentEmailSchema = z.object({
  success: z.literal(true),
  /** Shown once, only with a new password. */
  temporaryPassword: z.string().optional(),
  emailSent: z.boolean(),
});
