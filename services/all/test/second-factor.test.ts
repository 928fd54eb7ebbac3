import { createHmac } from 'node:crypto';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import type { SESSION_LACKS } from '@pii-vault/platform/core/context/caller';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, apiCaller } from './api-caller.ts';
import { firstAdmin, PASSWORD, ROOT } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const protectedRows = (routes as readonly Row[]).filter(({ auth }) => auth !== 'public');

let vault: WholeVault;
let anybody: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules, { IDENTITY_SECOND_FACTOR_ROLES: 'super_admin,admin' });
  anybody = apiCaller(vault.origin);
  await firstAdmin(vault.origin);
});
afterAll(() => vault?.stop());

interface Login {
  readonly token: string;
  readonly lacks: { readonly kind: string; readonly factors: readonly string[] } | null;
}
async function login() {
  const body = { email: ROOT, password: PASSWORD };
  const answer = (await anybody({ key: 'POST /auth/login', body })).json<Login>();
  return { ...answer, call: apiCaller(vault.origin, answer.token) };
}

/** Calls that the session is allowed, by their responses. One at a time: a busy machine sheds all at once. */
async function openTo(call: ApiCaller, reason: string): Promise<string[]> {
  const open: string[] = [];
  for (const { method, path, example } of protectedRows.filter(({ path }) => path !== '/auth/logout')) {
    const key = `${method} ${path}`;
    const file = key === 'POST /imports' ? { csv: 'name\nAsha Rao\n' } : {};
    const { status, text } = await call({ key, ...example, ...file } as unknown as ApiRequest);
    if (status !== 403 || JSON.parse(text).reason !== reason) open.push(key);
  }
  return open.sort();
}
const takenBy = (lack: (typeof SESSION_LACKS)[number]) =>
  protectedRows
    .filter((row) => row.lacking?.includes(lack) && row.path !== '/auth/logout')
    .map(({ method, path }) => `${method} ${path}`)
    .sort();

/** HOTP (RFC 4226) of a base32 secret. */
function hotp(secret: string, counter: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []);
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const mac = createHmac('sha1', key).update(message).digest();
  const code = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return String(code % 1_000_000).padStart(6, '0');
}

let secret = '';
/** An unused code; resetting the stored step avoids waiting for the next one. */
async function freshCode(): Promise<string> {
  await vault.sql(`UPDATE identity.user_factors SET last_step = 0`);
  return hotp(secret, Math.floor(Date.now() / 30_000));
}

describe('the first administrator of a deployment with a required second factor', {
  timeout: 120_000,
}, () => {
  it('must enrol a factor at the first sign-in', async () => {
    const { call, lacks } = await login();
    expect(lacks).toEqual({ kind: 'factor_enrolment', factors: [] });
    expect(await openTo(call, 'FACTOR_ENROLMENT_REQUIRED')).toEqual(takenBy('factor_enrolment'));
    const begun = await call({ key: 'POST /auth/factors/totp' });
    secret = begun.json<{ secret: string }>().secret;
    const body = { code: await freshCode(), name: 'Phone' };
    const added = await call({ key: 'POST /auth/factors/totp/confirm', body });
    expect(added.status).toBe(201);
    expect(added.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10);
    expect((await call({ key: 'GET /auth/session' })).json().lacks).toBeNull();
    expect((await call({ key: 'GET /users' })).status).toBe(200);
  });

  it('must use it at each sign-in', async () => {
    const { call, lacks } = await login();
    expect(lacks).toEqual({ kind: 'second_factor', factors: ['totp', 'recovery_code'] });
    expect(await openTo(call, 'SECOND_FACTOR_REQUIRED')).toEqual(takenBy('second_factor'));
    const passed = await call({ key: 'POST /auth/second-factor', body: { code: await freshCode() } });
    expect(passed.json()).toMatchObject({ success: true, user: { role: 'super_admin' } });
    expect((await call({ key: 'GET /users' })).status).toBe(200);
    expect((await call({ key: 'GET /auth/session' })).json<{ user: object }>().user).toMatchObject({
      permissions: expect.arrayContaining(['users:manage']),
    });
  });

  it('confirms with the factor only', async () => {
    const { call } = await login();
    await call({ key: 'POST /auth/second-factor', body: { code: await freshCode() } });
    const confirmed = await call({ key: 'POST /auth/confirm', body: { password: PASSWORD } });
    expect([confirmed.status, confirmed.json().reason]).toEqual([400, 'FACTOR_PROOF_REQUIRED']);
    const body = { code: await freshCode() };
    expect((await call({ key: 'POST /auth/confirm', body })).json()).toMatchObject({ success: true });
  });
});

it('a user with a temporary password may only change it, and then goes on in the same session', {
  timeout: 120_000,
}, async () => {
  const { call: admin } = await login();
  await admin({ key: 'POST /auth/second-factor', body: { code: await freshCode() } });
  await admin({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
  const [company] = (await admin({ key: 'GET /companies' })).json<{ id: number }[]>();
  const email = 'viewer@example.in';
  const who = { email, firstName: 'Asha', lastName: 'Rao', role: 'pii_view', companyId: company?.id };
  const made = await admin({ key: 'POST /users', body: { ...who, sendEmail: false } });
  const currentPassword = String(made.json().temporaryPassword);
  const body = { email, password: currentPassword };
  const answer = (await anybody({ key: 'POST /auth/login', body })).json<Login>();
  expect(answer.lacks).toEqual({ kind: 'new_password', factors: [] });
  const call = apiCaller(vault.origin, answer.token);
  expect(await openTo(call, 'NEW_PASSWORD_REQUIRED')).toEqual(takenBy('new_password'));
  const change = { currentPassword, newPassword: 'Battery-Staple-88' };
  expect((await call({ key: 'POST /auth/change-password', body: change })).status).toBe(200);
  expect((await call({ key: 'GET /auth/session' })).json().lacks).toBeNull();
  expect((await call({ key: 'GET /individuals' })).status).toBe(200);
});
