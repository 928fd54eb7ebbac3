import { createClient } from '@pii-vault/contract/client';
import { expireSession, tokenForCall } from '../session/session-store.ts';

/** The contract's typed client with this browser's session: a 401 ends it, which shows the login at the same address. */
export const client = createClient({
  getToken: tokenForCall,
  onUnauthorized: (_problem, _key, token) => expireSession(token),
});
