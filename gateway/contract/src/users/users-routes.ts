import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  assignmentParams,
  assignRoleSchema,
  companyRoleSchema,
  createdUserSchema,
  createUserSchema,
  exportUsersQuery,
  listUsersQuery,
  roleOptionsSchema,
  userSchema,
} from './users-schema.ts';

export const exampleUser = {
  id: 2,
  email: 'ravi@example.com',
  firstName: 'Ravi',
  lastName: 'Iyer',
  role: 'pii_view',
  status: 'active',
  companyId: 1,
  company: { name: 'Saral Bank' },
  lastLoginAt: null,
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:00:00.000Z',
  version: 1,
};

export const usersRoutes = [
  row('GET /users', {
    permission: 'users:manage',
    query: listUsersQuery,
    response: z.array(userSchema),
    paged: true,
    summary: 'List users of the companies that the caller manages',
    example: { query: { role: 'pii_view', status: 'active' }, response: [exampleUser] },
  }),
  row('GET /users/export', {
    permission: 'users:manage',
    query: exportUsersQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(userSchema),
    summary: 'Export the list of users with the same filters',
    example: { query: { format: 'json', status: 'active' }, response: [exampleUser] },
  }),
  row('POST /users', {
    proof: 'fresh',
    permission: 'users:manage',
    body: json(createUserSchema),
    response: createdUserSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    responseHeaders: ['ETag'],
    summary: 'Create a user with a role in a company',
    example: {
      body: {
        email: 'ravi@example.com',
        firstName: 'Ravi',
        lastName: 'Iyer',
        role: 'pii_view',
        companyId: 1,
      },
      response: { user: exampleUser, temporaryPassword: 'Tq7!mz0pWv2c', emailSent: true },
    },
  }),
  row('GET /users/roles', {
    rpc: 'users.listRoles',
    auth: 'caller',
    response: roleOptionsSchema,
    summary: 'List roles',
    example: { response: [{ value: 'pii_view', label: 'PII View' }] },
  }),
  row('GET /users/{id}/company-roles', {
    permission: 'users:manage',
    params: idParams,
    response: z.array(companyRoleSchema),
    summary: 'List company roles of a user',
    example: {
      params: { id: '2' },
      response: [
        {
          id: 5,
          companyId: 1,
          role: 'admin',
          company: { name: 'Saral Bank' },
          assignedAt: '2026-11-21T08:00:00.000Z',
        },
      ],
    },
  }),
  row('POST /users/{id}/company-roles', {
    proof: 'fresh',
    permission: 'users:manage',
    params: idParams,
    body: json(assignRoleSchema),
    response: companyRoleSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary: 'Give a user a role in a company',
    example: {
      params: { id: '2' },
      body: { companyId: 1, role: 'admin' },
      response: {
        id: 5,
        companyId: 1,
        role: 'admin',
        company: { name: 'Saral Bank' },
        assignedAt: '2026-11-21T08:00:00.000Z',
      },
    },
  }),
  row('DELETE /users/{id}/company-roles/{assignmentId}', {
    rpc: 'companyRoles.removeCompanyRole',
    proof: 'fresh',
    permission: 'users:manage',
    params: assignmentParams,
    response: successSchema,
    summary: "Remove a user's role in a company",
    example: { params: { id: '2', assignmentId: '5' }, response: { success: true } },
  }),
] as const;
