import { endSession, keepUser, readSession, readStoredUser, readToken } from '../session/session-store.ts';
import { client } from './client.ts';

/**
 * Restores the stored session and checks it with the server. Without one, asks whether the vault needs an
 * administrator. An unreachable server does not end the session: the screens report the failure.
 */
export async function checkSession(): Promise<{ needsSetup: boolean }> {
  if (readSession().status === 'in') return { needsSetup: false };
  const token = readToken();
  const stored = readStoredUser();
  if (token && stored) {
    try {
      const { user, lacks } = await client.call('GET /auth/session');
      // A role or a policy changed: the user signs in again to provide what the session lacks.
      if (lacks) endSession({ isLogout: false });
      else keepUser(token, user);
    } catch {
      keepUser(token, stored);
    }
    // Another tab has signed in meanwhile.
    if (readToken() && readToken() !== token) return checkSession();
    if (readToken()) return { needsSetup: false };
  }
  const needsSetup = await isSetupNeeded();
  endSession({ isLogout: false });
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
