import { json, row, smallJson } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  changePasswordSchema,
  forgotPasswordSchema,
  resetPasswordSchema,
  resetTokenAnswerSchema,
  resetTokenParams,
} from './passwords-schema.ts';

const token = 'q0J8m1ZcP2a7Vx4nT6bW9rKyS3uHdLgEfIoAjCqMkNs';

export const passwordsRoutes = [
  row('POST /auth/forgot-password', {
    rpc: 'passwords.forgotPassword',
    auth: 'public',
    body: smallJson(forgotPasswordSchema),
    response: successSchema,
    status: 202,
    summary: 'Mail a single-use link, valid for 30 minutes; the response is the same without an account',
    example: {
      body: { email: 'asha@example.com' },
      response: {
        success: true,
        message: "If an account with that email exists, we've sent you a password reset link.",
      },
    },
  }),
  row('GET /auth/validate-reset-token/{token}', {
    rpc: 'passwords.validateResetToken',
    auth: 'public',
    params: resetTokenParams,
    response: resetTokenAnswerSchema,
    summary: 'Check a reset link without using it',
    example: { params: { token }, response: { valid: true, email: 'a***@example.com' } },
  }),
  row('POST /auth/reset-password', {
    rpc: 'passwords.resetPassword',
    auth: 'public',
    body: smallJson(resetPasswordSchema),
    response: successSchema,
    summary:
      'Set the password with a reset link, once; ends every session, token and API credential of the account',
    example: { body: { token, password: 'Correct-Horse-7' }, response: { success: true } },
  }),
  row('POST /auth/change-password', {
    auth: 'caller',
    lacking: ['new_password'],
    body: json(changePasswordSchema),
    response: successSchema,
    refusals: [409],
    summary: "Change the caller's password; ends all other sessions; 409 for API credentials",
    example: {
      body: { currentPassword: 'Correct-Horse-7', newPassword: 'Battery-Staple-88' },
      response: { success: true, message: 'Password changed successfully' },
    },
  }),
] as const;
