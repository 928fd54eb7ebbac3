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
};

export const usersRoutes = [
  row({
    method: 'GET',
    path: '/users',
    auth: 'permission',
    permission: 'users:manage',
    query: listUsersQuery,
    response: z.array(userSchema),
    paged: true,
    summary: 'Users of the companies the caller manages',
    example: { query: { role: 'pii_view', status: 'active' }, response: [exampleUser] },
  }),
  row({
    method: 'POST',
    path: '/users',
    auth: 'permission',
    permission: 'users:manage',
    body: json(createUserSchema),
    response: createdUserSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
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
  row({
    method: 'GET',
    path: '/users/roles',
    auth: 'caller',
    response: roleOptionsSchema,
    summary: 'Roles for selects',
    example: { response: [{ value: 'pii_view', label: 'PII View' }] },
  }),
  row({
    method: 'GET',
    path: '/users/{id}/company-roles',
    auth: 'permission',
    permission: 'users:manage',
    params: idParams,
    response: z.array(companyRoleSchema),
    summary: 'Company roles of a user',
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
  row({
    method: 'POST',
    path: '/users/{id}/company-roles',
    auth: 'permission',
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
  row({
    method: 'DELETE',
    path: '/users/{id}/company-roles/{assignmentId}',
    auth: 'permission',
    permission: 'users:manage',
    params: assignmentParams,
    response: successSchema,
    summary: "Remove a user's role in a company",
    example: { params: { id: '2', assignmentId: '5' }, response: { success: true } },
  }),
] as const;
