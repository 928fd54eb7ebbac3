import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, apiCaller } from './api-caller.ts';
import { apiClientOf, firstAdmin, PASSWORD, signIn } from './first-admin.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

const REQUIRED = 'FRESH_PROOF_REQUIRED';

const proven = (routes as readonly Row[]).filter((row) => row.proof === 'fresh');
const table = proven.map((row) => [row.key, row] as const);

let vault: WholeVault;
let asRoot: ApiCaller;
let rootId: number;
let client: ApiCaller;
let delegated: ApiCaller;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  asRoot = await firstAdmin(vault.origin);
  await asRoot({ key: 'POST /companies', body: { name: 'Saral Bank', code: 'SARAL' } });
  rootId = (await asRoot({ key: 'GET /auth/session' })).json<{ user: { id: number } }>().user.id;
  client = (await apiClientOf(asRoot, vault.origin, rootId)).call;
  const body = { companyId: 1, userId: rootId, role: 'admin' };
  const { token } = (await asRoot({ key: 'POST /auth/token', body })).json<{ token: string }>();
  delegated = apiCaller(vault.origin, token);
});
afterAll(() => vault?.stop());

async function signedIn(provenMinutesAgo: number | null): Promise<ApiCaller> {
  const { bearer, call } = await signIn(vault.origin);
  const { sid } = JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString());
  await vault.sql(
    `UPDATE identity.user_sessions SET proven_at = now() - make_interval(mins => $2::integer) WHERE id = $1`,
    [sid, provenMinutesAgo],
  );
  return call;
}

const requestOf = ({ method, path, example }: Row) =>
  ({ key: `${method} ${path}`, ...example }) as unknown as ApiRequest;
const refusalOf = async (call: ApiCaller, row: Row) => {
  const { status, text } = await call(requestOf(row));
  return [status, status < 400 ? '' : JSON.parse(text).reason];
};

describe('operations that grant access or destroy something', () => {
  it('are exactly the expected ones', () => {
    expect(table.map(([key]) => key).sort()).toEqual(
      [
        ...['POST /auth/token', 'GET /auth/demo-token', 'POST /users', 'PUT /users/{id}'],
        ...['POST /users/{id}/status', 'POST /users/{id}/admin-password', 'POST /users/{id}/resend-email'],
        ...['POST /users/{id}/company-roles', 'DELETE /users/{id}/company-roles/{assignmentId}'],
        ...['POST /users/{id}/api-credentials/generate', 'POST /users/{id}/api-credentials/rotate'],
        ...['POST /webhooks', 'PUT /webhooks/{id}', 'POST /webhooks/{id}/rotate-secret'],
        ...['POST /link-agreements', 'POST /link-agreements/{id}/accept'],
        ...['POST /parked-events/replay', 'POST /parked-events/discard'],
        ...['POST /admin/access-control/ip', 'DELETE /admin/access-control/ip'],
        ...['POST /admin/access-control/domain', 'DELETE /admin/access-control/domain'],
        ...['DELETE /security/blocked-ips', 'POST /security/probes/{id}/lift'],
        ...[
          'DELETE /users/{id}',
          'PUT /companies/{id}',
          'POST /companies/{id}/status',
          'DELETE /companies/{id}',
        ],
        ...['DELETE /encryption-keys/{id}', 'POST /individuals/{id}/erase', 'POST /erasures'],
        ...['DELETE /pii-fields/{id}'],
        ...['DELETE /webhooks/{id}', 'DELETE /link-agreements/{id}'],
        ...['POST /auth/factors/totp', 'POST /auth/factors/totp/confirm', 'POST /auth/factors/passkey'],
        ...['POST /auth/factors/passkey/confirm', 'PUT /auth/factors/{id}', 'DELETE /auth/factors/{id}'],
        ...['POST /auth/factors/recovery-codes', 'DELETE /users/{id}/factors'],
        ...['POST /reveal-policy/changes/{id}/decide', 'PUT /second-factor-policy'],
        ...['PUT /reveal-policy', 'POST /approvals/{id}/approve', 'POST /approvals/{id}/refuse'],
        'POST /access-reviews/{id}/lines/{lineId}/decision',
      ].sort(),
    );
  });

  it.each(table)(
    '%s requires the password again after five minutes, or if it was never given',
    async (_, row) => {
      for (const minutes of [6, null])
        expect(await refusalOf(await signedIn(minutes), row)).toEqual([403, REQUIRED]);
    },
  );

  it.each(table)('%s refuses API credentials and delegated tokens', async (key, row) => {
    expect(await refusalOf(client, row)).toEqual([403, 'OWN_SESSION_REQUIRED']);
    // A token for one company lacks permissions that apply to all companies.
    const lacks = row.permission === 'access:manage' || row.permission === 'company:create';
    expect(await refusalOf(delegated, row), key).toEqual([
      403,
      lacks ? 'PERMISSION_DENIED' : 'OWN_SESSION_REQUIRED',
    ]);
  });

  it.each(table)('%s succeeds after the password was given', async (_, row) => {
    const [status, reason] = await refusalOf(await signedIn(4), row);
    expect(status, reason).not.toBe(401);
    expect(reason).not.toBe(REQUIRED);
  });
});

describe('POST /auth/confirm', () => {
  const wanted: ApiRequest = { key: 'GET /auth/demo-token', query: { companyId: 1 } };

  it('is required once, then the request succeeds for five minutes', async () => {
    const call = await signedIn(6);
    // From here on the gateway caches a token without a proof.
    expect((await call({ key: 'GET /auth/session' })).status).toBe(200);
    expect((await call(wanted)).json().reason).toBe(REQUIRED);
    const confirmed = await call({ key: 'POST /auth/confirm', body: { password: PASSWORD } });
    expect(confirmed.json().success).toBe(true);
    const until = Date.parse(String(confirmed.json().provenUntil)) - Date.now();
    expect(until).toBeLessThanOrEqual(300_000);
    expect((await call(wanted)).status).toBe(200);
  });

  it('proves one session only; a wrong password proves none and is audited', async () => {
    const [one, other] = [await signedIn(6), await signedIn(6)];
    const wrong = await one({ key: 'POST /auth/confirm', body: { password: 'Wrong-Horse-77' } });
    expect([wrong.status, wrong.json().reason]).toEqual([400, 'WRONG_PASSWORD']);
    expect((await one(wanted)).json().reason).toBe(REQUIRED);
    await one({ key: 'POST /auth/confirm', body: { password: PASSWORD } });
    expect((await one(wanted)).status).toBe(200);
    expect((await other(wanted)).json().reason).toBe(REQUIRED);
    await vault.host.drain();
    const entries = await vault.sql<{ decision: string }>(
      `SELECT details ->> 'decision' AS decision FROM audit.audit_trail WHERE action = 'session_confirm' ORDER BY id`,
    );
    expect(entries.map(({ decision }) => decision)).toContain('refused');
  });

  it('accepts at most ten attempts', async () => {
    const call = await signedIn(6);
    const tries: number[] = [];
    for (let n = 0; n < 11; n++)
      tries.push((await call({ key: 'POST /auth/confirm', body: { password: `Wrong-Horse-${n}` } })).status);
    expect(tries).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
    expect((await call({ key: 'POST /auth/confirm', body: { password: PASSWORD } })).status).toBe(429);
    // The owner signs in, which is also a proof.
    expect((await (await signedIn(0))(wanted)).status).toBe(200);
  });
});

it('can be waived by access:automate, which no role has by default', async () => {
  const row = proven.find(({ path }) => path === '/auth/demo-token');
  if (row === undefined) throw new Error('The contract has no demo token route');
  expect(await refusalOf(client, row)).toEqual([403, 'OWN_SESSION_REQUIRED']);
  const grant = `INSERT INTO identity.role_permissions (role, permission) VALUES ('super_admin', 'access:automate')`;
  await vault.sql(grant);
  await vault.sql(`UPDATE identity.users SET role_change = nextval('identity.role_change_seq')`);
  await expect.poll(async () => (await client(requestOf(row))).status).toBe(200);
});
