import { type Client, createClient, needsSignIn } from '@pii-vault/contract/client';
import type { Problem } from '@pii-vault/contract/problem';
import { requestProof } from '../session/proof-request.ts';
import { expireSession, tokenForCall, userSignal } from '../session/session-store.ts';

/** Aborts the call when the user logs out or another one signs in. */
const fetchForUser: typeof fetch = (input, init) => {
  const user = userSignal();
  return fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, user]) : user });
};

const session = {
  fetch: fetchForUser,
  getToken: tokenForCall,
  onUnauthorized: (_problem: unknown, _key: unknown, token: string | null) => expireSession(token),
  onProofRequired: requestProof,
};

/**
 * The contract's typed client with this browser's session. A 401 ends the session, which shows the login at the same
 * address. A call that needs a fresh proof asks for it and is repeated once.
 */
export const client = createClient(session);

/** For a call that the client cannot make: ends the session if the server refused its token. */
export function followRefusal(problem: Problem, token: string | null): void {
  if (needsSignIn(problem)) expireSession(token);
}

/** The same client; the signal aborts its calls. */
export const clientUntil = (signal: AbortSignal): Client => createClient({ ...session, signal });
