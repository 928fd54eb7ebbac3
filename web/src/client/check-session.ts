import { forget, keepUser, readSession, readStoredUser, readToken } from '../session/session-store.ts';
import { client } from './client.ts';

/**
 * Restores the stored session and asks the server whether it still stands. Without one, asks whether the vault has
 * an administrator yet. A server that cannot be reached ends nothing: the screens say so themselves.
 */
export async function checkSession(): Promise<{ needsSetup: boolean }> {
  if (readSession().status === 'in') return { needsSetup: false };
  const token = readToken();
  const stored = readStoredUser();
  if (token && stored) {
    try {
      const { user, lacks } = await client.call('GET /auth/session');
      // A role or a policy has changed: the sign-in asks for the second factor.
      if (lacks) forget();
      else keepUser(token, user);
    } catch {
      keepUser(token, stored);
    }
    // Another tab has signed in while this one asked.
    if (readToken() && readToken() !== token) return checkSession();
    if (readToken()) return { needsSetup: false };
  }
  const needsSetup = await isSetupNeeded();
  forget();
  return { needsSetup };
}

async function isSetupNeeded(): Promise<boolean> {
  try {
    return (await client.call('GET /auth/setup-status')).needsSetup;
  } catch (error) {
    console.error('setup status unknown', error);
    return false;
  }
}
