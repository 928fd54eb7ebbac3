import { client } from '../../../client/client.ts';

export interface FirstAdmin {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/**
 * In production the one who installs the vault has a code, in the address as `#code=…`, which never reaches a server
 * log.
 */
export function setupAdmin(admin: FirstAdmin, hash: string) {
  const setupCode = new URLSearchParams(hash.replace(/^#/, '')).get('code');
  return client.call('POST /auth/setup-admin', { body: { ...admin, ...(setupCode ? { setupCode } : {}) } });
}
