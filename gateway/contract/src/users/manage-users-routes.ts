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

const managed = { auth: 'permission', permission: 'users:manage', params: idParams } as const;
const params = { id: '2' };

export const manageUsersRoutes = [
  row({
    ...managed,
    method: 'GET',
    path: '/users/{id}',
    response: userSchema,
    tells: ['ETag'],
    summary: 'One user, with the ETag that If-Match of an edit takes',
    example: { params, response: exampleUser },
  }),
  row({
    ...managed,
    method: 'PUT',
    path: '/users/{id}',
    proof: 'fresh',
    body: json(updateUserSchema),
    response: userSchema,
    refusals: [409, 412],
    tells: ['ETag'],
    summary:
      'Edit a user; only the keys sent. Role, company and address ask for a fresh proof. If-Match is honoured',
    example: { params, body: { firstName: 'Ravi', role: 'pii_view' }, response: exampleUser },
  }),
  row({
    ...managed,
    method: 'DELETE',
    path: '/users/{id}',
    response: successSchema,
    refusals: [409],
    summary: 'Delete a user; the trail still names it, and the last super admin stays',
    example: { params, response: { success: true } },
  }),
  row({
    ...managed,
    method: 'POST',
    path: '/users/{id}/status',
    proof: 'fresh',
    body: json(setUserStatusSchema),
    response: userSchema,
    refusals: [409, 412],
    tells: ['ETag'],
    summary:
      'Make a user active, which asks for a fresh proof, inactive or suspended: its sessions and API credentials end at once',
    example: { params, body: { status: 'active' }, response: exampleUser },
  }),
  row({
    ...managed,
    method: 'POST',
    path: '/users/{id}/admin-password',
    proof: 'fresh',
    body: json(setUserPasswordSchema),
    response: successSchema,
    refusals: [409],
    summary: "Set a user's password and end its sessions and API credentials; the user is mailed",
    example: { params, body: { password: 'Correct-Horse-7' }, response: { success: true } },
  }),
  row({
    ...managed,
    method: 'POST',
    path: '/users/{id}/resend-email',
    proof: 'fresh',
    body: json(resendEmailSchema),
    response: resentEmailSchema,
    summary: 'Mail the welcome again, with a new single-use link; on request under a new password',
    example: {
      params,
      body: { includeNewPassword: true },
      response: { success: true, temporaryPassword: 'Tq7!mz0pWv2cXb9#', emailSent: true },
    },
  }),
] as const;
