import { type ApiRequest, byId } from '../api-caller.ts';
import type { Belongings } from '../belongings.ts';

/** Keys and the module that keeps them. */
export function keyRequests(own: Belongings): ApiRequest[] {
  const { companyId } = own;
  const query = { companyId };
  return [
    { key: 'GET /encryption-keys', query },
    { key: 'POST /encryption-keys/rotate', body: { companyId, keyType: 'field' } },
    { key: 'GET /encryption-keys/rotations', query },
    { key: 'GET /encryption-keys/rotations/{id}', ...byId(own.rotationId) },
    { key: 'DELETE /encryption-keys/{id}', ...byId(own.expiredKeyId) },
    { key: 'GET /hsm/status' },
  ];
}
