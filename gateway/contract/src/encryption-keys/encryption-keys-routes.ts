import { z } from 'zod';
import { idParams } from '../query.ts';
import { json, row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  encryptionKeySchema,
  exportKeysQuery,
  keyRotationSchema,
  listedRotationSchema,
  listKeysQuery,
  listRotationsQuery,
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
  row('GET /encryption-keys', {
    permission,
    query: listKeysQuery,
    response: z.array(encryptionKeySchema),
    paged: true,
    summary: 'List versions of master, field and backup keys, and the rows under each',
    example: {
      query: { companyId: '1', keyType: 'field' },
      response: [key],
    },
  }),
  row('GET /encryption-keys/export', {
    permission,
    query: exportKeysQuery,
    files: ['text/csv', 'application/json'],
    response: z.array(encryptionKeySchema),
    summary: 'Export the list of keys with the same filters; never key material',
    example: { query: { format: 'json', companyId: '1' }, response: [key] },
  }),
  row('POST /encryption-keys/rotate', {
    rpc: 'keyRotations.rotateKey',
    location: '/encryption-keys/rotations/{rotationId}',
    permission,
    body: json(rotateKeySchema),
    response: startedRotationSchema,
    status: 202,
    idempotent: true,
    responseHeaders: ['Location'],
    summary: 'Rotate a key; data under earlier versions is re-encrypted in the background',
    example: { body: { companyId: 1, keyType: 'field' }, response: { rotationId: 3 } },
  }),
  row('GET /encryption-keys/rotations', {
    permission,
    query: listRotationsQuery,
    response: z.array(listedRotationSchema),
    paged: true,
    summary: 'List requested and scheduled rotations with their progress, newest first',
    example: {
      query: { companyId: '1' },
      response: [
        {
          id: 3,
          companyId: 1,
          company: { name: 'Saral Bank' },
          keyType: 'field',
          toVersion: 2,
          cause: 'request',
          rewrapped: 120500,
          total: 200000,
          perSecond: 9500.5,
          status: 'running',
          startedAt: '2026-11-21T08:00:00.000Z',
          finishedAt: null,
        },
      ],
    },
  }),
  row('GET /encryption-keys/rotations/{id}', {
    rpc: 'keyRotations.getRotation',
    permission,
    params: idParams,
    response: keyRotationSchema,
    summary: 'Get the progress of a rotation',
    example: {
      params: { id: '3' },
      response: { rewrapped: 120500, total: 200000, perSecond: 9500.5, status: 'running' },
    },
  }),
  row('DELETE /encryption-keys/{id}', {
    rpc: 'keyRotations.deleteKey',
    proof: 'fresh',
    permission,
    params: idParams,
    response: successSchema,
    refusals: [409],
    summary: 'Destroy an expired version that encrypts nothing; 409 with the number of remaining rows',
    example: { params: { id: '12' }, response: { success: true } },
  }),
] as const;
