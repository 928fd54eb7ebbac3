import { z } from 'zod';

export const forgotPasswordSchema = z.strictObject({
  email: z.string().min(1, 'Email is required').max(254),
});

export const resetTokenParams = z.strictObject({ token: z.string().min(1).max(200) });

export const resetTokenAnswerSchema = z.object({
  valid: z.boolean(),
  /** Masked except for the first letter and the domain. */
  email: z.string().optional(),
  error: z.string().optional(),
});

const resetMessage = 'Password must be at least 8 characters long.';
export const resetPasswordSchema = z.strictObject({
  token: z.string().min(1).max(200),
  password: z.string().min(8, resetMessage).max(1024),
});

/** The reset form: the new password twice; the token comes from the link. */
export const resetPasswordFormSchema = z
  .object({ password: resetPasswordSchema.shape.password, confirmPassword: z.string() })
  .refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match.',
  });

const newPassword = z
  .string()
  .min(12, 'Password must be at least 12 characters')
  .max(1024)
  .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
  .regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter')
  .regex(/\d/, 'Password must contain at least one number')
  .regex(/[^\p{L}\p{N}\s]/u, 'Password must contain at least one special character');

export const changePasswordSchema = z.strictObject({
  currentPassword: z.string().min(1, 'Current password is required').max(1024),
  newPassword,
});

/** The change form: the payload and the repeated password. */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirmPassword: z.string().min(1, 'Please confirm your password') })
  .refine((form) => form.newPassword === form.confirmPassword, {
    path: ['confirmPassword'],
    message: "Passwords don't match",
  });
