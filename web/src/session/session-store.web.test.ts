import { beforeEach, describe, expect, it, vi } from 'vitest';
import { client } from '../client/client.ts';
import { sampleUser } from '../testing/samples.ts';
import { problem, stubApi } from '../testing/stub-api.ts';
import { checkSession } from './check-session.ts';
import { endSession, readSession, readStoredUser, readToken, startSession } from './session-store.ts';

describe('session', () => {
  beforeEach(endSession);

  it('is forgotten by any 401', async () => {
    startSession('t1', sampleUser());
    stubApi({ 'GET /companies': () => problem(401, { message: 'Sign in again' }) });
    await expect(client.call('GET /companies')).rejects.toMatchObject({
      status: 401,
      detail: 'Sign in again',
    });
    expect(readSession().status).toBe('out');
    expect([readToken(), readStoredUser()]).toEqual([null, null]);
  });

  it('survives other errors', async () => {
    startSession('t1', sampleUser());
    stubApi({ 'GET /companies': () => problem(503, { message: 'Later' }) });
    await expect(client.call('GET /companies')).rejects.toMatchObject({ status: 503 });
    expect(readSession().status).toBe('in');
  });

  it('sends the token as bearer and cookies always', async () => {
    startSession('t1', sampleUser());
    const calls = stubApi({ 'GET /companies': [] });
    await client.call('GET /companies');
    expect(calls[0]?.init.credentials).toBe('include');
    expect(new Headers(calls[0]?.init.headers).get('authorization')).toBe('Bearer t1');
  });

  it('asks for setup only without a session, and takes a failing status for no', async () => {
    stubApi({ 'GET /auth/setup-status': { needsSetup: true, loginRisk: 'record' } });
    expect(await checkSession()).toEqual({ needsSetup: true });
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    stubApi({ 'GET /auth/setup-status': () => problem(503, {}) });
    expect(await checkSession()).toEqual({ needsSetup: false });
    expect(logged).toHaveBeenCalledOnce();
    expect(readSession().status).toBe('out');
  });

  it('restores the stored user as the server sees it now', async () => {
    localStorage.setItem('auth_token', 't1');
    localStorage.setItem('auth_user', JSON.stringify(sampleUser()));
    stubApi({ 'GET /auth/session': { user: sampleUser({ role: 'admin' }), expiresAt: null } });
    await checkSession();
    expect(readSession().user?.role).toBe('admin');
    expect(readStoredUser()?.role).toBe('admin');
  });
});
