import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  encryptionKeySchema,
  exportKeysQuery,
  keyRotationSchema,
  listKeysQuery,
  rotateKeySchema,
  startedRotationSchema,
} from './encryption-keys-schema.ts';

const permission = 'encryption:manage' as const;
const key = {
  id: 14,
  keyId: '0190a3f2-7d5c-7cc1-9b1e-3f6a2b4c5d6e',
  companyId: 1,
  company: { name: 'Saral Bank' },
  keyType: 'field',
  algorithm: 'AES-256-GCM',
  keySize: 256,
  status: 'active',
  isActive: true,
  hsmKeyReference: 'pkcs11:token=pii-vault;id=%01%02',
  rotationSchedule: 'P30D',
  version: 2,
  rowsOnVersion: 200000,
  expiresAt: '2026-12-21T08:00:00.000Z',
  rotatedAt: null,
  lastRotated: '2026-11-21T08:00:00.000Z',
  createdAt: '2026-11-21T08:00:00.000Z',
};

export const encryptionKeysRoutes = [
  row({
    method: 'GET',
    path: '/encryption-keys',
    auth: 'permission',
    permission,
    query: listKeysQuery,
    response: z.array(encryptionKeySchema),
    paged: true,
    summary: 'Versions of master, field and backup keys with what is encrypted under each',
    example: {
      query: { companyId: '1', keyType: 'field' },
      response: [key],
    },
  }),
  row({
    method: 'GET',
    path: '/encryption-keys/export',
    auth: 'permission',
    permission,
    query: exportKeysQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(encryptionKeySchema),
    summary: 'The list of keys with the same filters as a file; never their material',
    example: { query: { format: 'json', companyId: '1' }, response: [key] },
  }),
  row({
    method: 'POST',
    path: '/encryption-keys/rotate',
    auth: 'permission',
    permission,
    body: json(rotateKeySchema),
    response: startedRotationSchema,
    status: 202,
    idempotent: true,
    tells: ['Location'],
    summary: 'Replace a key; what the former versions protect moves in the background',
    example: { body: { companyId: 1, keyType: 'field' }, response: { rotationId: 3 } },
  }),
  row({
    method: 'GET',
    path: '/encryption-keys/rotations/{id}',
    auth: 'permission',
    permission,
    params: idParams,
    response: keyRotationSchema,
    summary: 'Progress of a rotation',
    example: {
      params: { id: '3' },
      response: { rewrapped: 120500, total: 200000, perSecond: 9500.5, status: 'running' },
    },
  }),
  row({
    method: 'DELETE',
    path: '/encryption-keys/{id}',
    auth: 'permission',
    permission,
    params: idParams,
    response: successSchema,
    refusals: [409],
    summary: 'Destroy an expired version that nothing is encrypted under; 409 says how many rows are',
    example: { params: { id: '12' }, response: { success: true } },
  }),
] as const;
