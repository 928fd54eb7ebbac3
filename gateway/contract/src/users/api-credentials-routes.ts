import { idParams } from '../query.ts';
import { row } from '../row.ts';
import { successSchema } from '../scalars.ts';
import {
  apiCredentialsSchema,
  apiCredentialsStatusSchema,
  generateCredentialsQuery,
  rotateCredentialsQuery,
} from './users-schema.ts';

const shown = { clientId: 'pvc_7f3k2m9q', secret: 'pvs_Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmE' };

export const apiCredentialsRoutes = [
  row('GET /users/{id}/api-credentials', {
    rpc: 'apiCredentials.getApiCredentials',
    permission: 'users:manage',
    params: idParams,
    response: apiCredentialsStatusSchema,
    summary: 'Get whether a user has API credentials',
    example: {
      params: { id: '2' },
      response: {
        hasCredentials: true,
        clientId: 'pvc_7f3k2m9q',
        createdAt: '2026-11-21T08:00:00.000Z',
        lastUsed: null,
        mayErase: false,
        formerSecretUntil: null,
      },
    },
  }),
  row('POST /users/{id}/api-credentials/generate', {
    rpc: 'apiCredentials.generateApiCredentials',
    proof: 'fresh',
    permission: 'users:manage',
    params: idParams,
    query: generateCredentialsQuery,
    response: apiCredentialsSchema,
    status: 201,
    idempotent: true,
    refusals: [409],
    summary:
      'Create API credentials; 409 when present. Mails the owner; a password reset or the end of the account revokes them',
    example: { params: { id: '2' }, response: shown },
  }),
  row('POST /users/{id}/api-credentials/rotate', {
    proof: 'fresh',
    permission: 'users:manage',
    params: idParams,
    query: rotateCredentialsQuery,
    response: apiCredentialsSchema,
    idempotent: true,
    refusals: [409],
    summary:
      'Replace the secret at once, or with an overlap in which both are valid; 404 without credentials, 409 for a repeated Idempotency-Key',
    example: { params: { id: '2' }, query: { overlapHours: '24' }, response: shown },
  }),
  row('DELETE /users/{id}/api-credentials', {
    permission: 'users:manage',
    params: idParams,
    response: successSchema,
    summary: 'Revoke API credentials',
    example: { params: { id: '2' }, response: { success: true } },
  }),
] as const;
