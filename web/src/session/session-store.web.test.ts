import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkSession } from '../client/check-session.ts';
import { client } from '../client/client.ts';
import { sampleUser } from '../testing/samples.ts';
import { problem, stubApi } from '../testing/stub-api.ts';
import {
  endSession,
  followSession,
  readSession,
  readStoredUser,
  readToken,
  startSession,
} from './session-store.ts';

/** Acts like another tab: writes the shared storage and sends this tab an event for each key. */
function elsewhere(change: () => void, ...keys: string[]): void {
  change();
  for (const key of keys) window.dispatchEvent(new StorageEvent('storage', { key }));
}
function signInElsewhere(token: string, id: number): void {
  localStorage.setItem('auth_user', JSON.stringify(sampleUser({ id })));
  localStorage.setItem('auth_token', token);
}

describe('session', () => {
  beforeEach(endSession);

  it('ends at any 401', async () => {
    startSession('t1', sampleUser());
    stubApi({ 'GET /companies': () => problem(401, { message: 'Sign in again' }) });
    await expect(client.call('GET /companies')).rejects.toMatchObject({
      status: 401,
      detail: 'Sign in again',
    });
    expect(readSession().status).toBe('expired');
    expect([readToken(), readStoredUser()]).toEqual([null, null]);
  });

  it('of another tab survives a 401 of the previous session', async () => {
    startSession('t1', sampleUser());
    stubApi({
      'GET /companies': () => {
        signInElsewhere('t2', 2);
        return problem(401, {});
      },
    });
    await expect(client.call('GET /companies')).rejects.toMatchObject({ status: 401 });
    expect(readToken()).toBe('t2');
    expect(readSession()).toMatchObject({ status: 'in', user: { id: 2 } });
  });

  it('of another tab is adopted before the next call, even without an event', async () => {
    startSession('t1', sampleUser());
    const calls = stubApi({ 'GET /companies': [] });
    signInElsewhere('t2', 2);
    await client.call('GET /companies');
    expect(readSession().user?.id).toBe(2);
    expect(new Headers(calls[0]?.init.headers).get('authorization')).toBe('Bearer t2');
  });

  it('of a former user has its calls aborted', async () => {
    const never = new Promise(() => {});
    stubApi({ 'GET /companies': never, 'GET /users': [] });
    for (const leave of [endSession, () => startSession('t2', sampleUser({ id: 2 }))]) {
      startSession('t1', sampleUser());
      const call = client.call('GET /companies');
      leave();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
      expect(await client.call('GET /users')).toEqual([]);
    }
  });

  it('keeps its calls when the same user gets another token; a sign-in aborts none', async () => {
    const response = Promise.withResolvers<unknown>();
    stubApi({ 'GET /companies': response.promise });
    endSession({ isLogout: false });
    const calls = [client.call('GET /companies')];
    endSession({ isLogout: false });
    startSession('t1', sampleUser());
    calls.push(client.call('GET /companies'));
    startSession('t2', sampleUser());
    response.resolve([]);
    expect(await Promise.all(calls)).toEqual([[], []]);
  });

  describe('in another tab', () => {
    followSession();

    it('is adopted by this tab if the user changes', () => {
      startSession('t1', sampleUser());
      elsewhere(() => signInElsewhere('t2', 2), 'auth_user', 'auth_token');
      expect(readSession()).toMatchObject({ status: 'in', user: { id: 2 } });
    });

    it('expires: this tab keeps its screen; a logout clears it', () => {
      startSession('t1', sampleUser());
      elsewhere(() => localStorage.removeItem('auth_token'), 'auth_token');
      expect(readSession().status).toBe('expired');
      startSession('t1', sampleUser());
      elsewhere(() => localStorage.removeItem('auth_token'), 'auth_token', 'auth_logout');
      expect(readSession().status).toBe('out');
    });

    it('is removed from the storage before the logout is announced', () => {
      startSession('t1', sampleUser());
      const tokenAtLogout: unknown[] = [];
      const setItem = Storage.prototype.setItem;
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
        if (key === 'auth_logout') tokenAtLogout.push(this.getItem('auth_token'));
        setItem.call(this, key, value);
      });
      endSession();
      expect(tokenAtLogout).toEqual([null]);
    });

    it('ends before the next sign-in, which a late event does not end', () => {
      startSession('t1', sampleUser());
      elsewhere(() => signInElsewhere('t2', 2), 'auth_logout', 'auth_token');
      expect(readToken()).toBe('t2');
      expect(readSession()).toMatchObject({ status: 'in', user: { id: 2 } });
    });

    it('starts again, and this tab continues', () => {
      startSession('t1', sampleUser());
      elsewhere(() => localStorage.removeItem('auth_token'), 'auth_token');
      elsewhere(() => signInElsewhere('t2', 1), 'auth_user', 'auth_token');
      expect(readSession()).toMatchObject({ status: 'in', user: { id: 1 } });
    });
  });

  it('survives other errors', async () => {
    startSession('t1', sampleUser());
    stubApi({ 'GET /companies': () => problem(503, { message: 'Later' }) });
    await expect(client.call('GET /companies')).rejects.toMatchObject({ status: 503 });
    expect(readSession().status).toBe('in');
  });

  it('sends the token as a bearer token, and always cookies', async () => {
    startSession('t1', sampleUser());
    const calls = stubApi({ 'GET /companies': [] });
    await client.call('GET /companies');
    expect(calls[0]?.init.credentials).toBe('include');
    expect(new Headers(calls[0]?.init.headers).get('authorization')).toBe('Bearer t1');
  });

  it('requests the setup status only without a session, and treats a failure as no setup', async () => {
    stubApi({ 'GET /auth/setup-status': { needsSetup: true, loginRisk: 'record' } });
    expect(await checkSession()).toEqual({ needsSetup: true });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    stubApi({ 'GET /auth/setup-status': () => problem(503, {}) });
    expect(await checkSession()).toEqual({ needsSetup: false });
    expect(logged).toHaveBeenCalledOnce();
    expect(readSession().status).toBe('out');
  });

  it('restores the stored user with the current state of the server', async () => {
    localStorage.setItem('auth_token', 't1');
    localStorage.setItem('auth_user', JSON.stringify(sampleUser()));
    stubApi({ 'GET /auth/session': { user: sampleUser({ role: 'admin' }), expiresAt: null } });
    await checkSession();
    expect(readSession().user?.role).toBe('admin');
    expect(readStoredUser()?.role).toBe('admin');
  });
});
