import { type ApiRequest, byId } from '../api-caller.ts';
import type { OwnResources } from '../own-resources.ts';

/** Keys and the key store. */
export function keyRequests(own: OwnResources): ApiRequest[] {
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
