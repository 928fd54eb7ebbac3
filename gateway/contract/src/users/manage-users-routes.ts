import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  resendEmailSchema,
  resentEmailSchema,
  setUserPasswordSchema,
  setUserStatusSchema,
  updateUserSchema,
} from './manage-users-schema.ts';
import { exampleUser } from './users-routes.ts';
import { userSchema } from './users-schema.ts';

const managed = { permission: 'users:manage', params: idParams } as const;
const params = { id: '2' };

export const manageUsersRoutes = [
  row('GET /users/{id}', {
    ...managed,
    response: userSchema,
    responseHeaders: ['ETag'],
    summary: 'Get a user, with an ETag for If-Match',
    example: { params, response: exampleUser },
  }),
  row('PUT /users/{id}', {
    ...managed,
    proof: 'fresh',
    body: json(updateUserSchema),
    response: userSchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary:
      'Update a user; omitted fields stay unchanged. Role, company and address need a fresh proof. Supports If-Match',
    example: { params, body: { firstName: 'Ravi', role: 'pii_view' }, response: exampleUser },
  }),
  row('DELETE /users/{id}', {
    rpc: 'users.deleteUser',
    proof: 'fresh',
    ...managed,
    response: successSchema,
    refusals: [409, 412],
    summary: 'Delete a user; the audit trail keeps its name. The last super admin cannot be deleted',
    example: { params, response: { success: true } },
  }),
  row('POST /users/{id}/status', {
    ...managed,
    proof: 'fresh',
    body: json(setUserStatusSchema),
    response: userSchema,
    refusals: [409, 412],
    responseHeaders: ['ETag'],
    summary:
      'Set a user active, inactive or suspended; the last two end sessions and API credentials at once',
    example: { params, body: { status: 'active' }, response: exampleUser },
  }),
  row('POST /users/{id}/admin-password', {
    rpc: 'users.setUserPassword',
    ...managed,
    proof: 'fresh',
    body: json(setUserPasswordSchema),
    response: successSchema,
    refusals: [409],
    summary: "Set a user's password; ends the user's sessions and API credentials, and mails the user",
    example: { params, body: { password: 'Correct-Horse-7' }, response: { success: true } },
  }),
  row('POST /users/{id}/resend-email', {
    rpc: 'users.resendWelcome',
    ...managed,
    proof: 'fresh',
    body: json(resendEmailSchema),
    response: resentEmailSchema,
    summary: 'Send the welcome mail again with a new single-use link, optionally with a new password',
    example: {
      params,
      body: { includeNewPassword: true },
      response: { success: true, temporaryPassword: 'Tq7!mz0pWv2cXb9#', emailSent: true },
    },
  }),
] as const;
