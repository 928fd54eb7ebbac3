import { createClient } from '@pii-vault/contract/client';
import { requestProof } from '../session/proof-request.ts';
import { expireSession, tokenForCall } from '../session/session-store.ts';

/**
 * The contract's typed client with this browser's session: a 401 ends it, which shows the login at the same address. A
 * call that needs the password again asks for it and is repeated once.
 */
export const client = createClient({
  getToken: tokenForCall,
  onUnauthorized: (_problem, _key, token) => expireSession(token),
  onProofRequired: requestProof,
});
