import type { Permission } from '@pii-vault/contract/permissions';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, apiCaller } from './api-caller.ts';
import { requestsOf } from './replay-requests.ts';
import { type NewUser, type SignedIn, type ThreeCompanies, threeCompanies } from './three-companies.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

type Role = NewUser['role'];

/** The expected matrix of permissions, repeated here so that the test is independent of the product's own tables. */
const analytics: readonly Permission[] = ['pii:read', 'lineage:read', 'compliance:read', 'analytics:read'];
const piiView: readonly Permission[] = [
  'pii:read',
  'pii:reveal',
  'lineage:read',
  'lineage:pairs',
  'compliance:read',
];
const admin: readonly Permission[] = [
  ...new Set([...analytics, ...piiView]),
  ...(['pii:write', 'pii:erase', 'audit:read', 'company:manage', 'encryption:manage'] as const),
  ...(['lineage:decide', 'compliance:manage', 'notes:read', 'users:manage', 'security:read'] as const),
];
const matrix: Readonly<Record<Role, readonly Permission[]>> = {
  analytics,
  pii_view: piiView,
  admin,
  super_admin: [...admin, 'company:create', 'access:manage'],
};
const ROLES = ['analytics', 'pii_view', 'admin', 'super_admin'] as const;
const PERMISSION = 'PERMISSION_DENIED';

let vault: WholeVault;
let world: ThreeCompanies;
beforeAll(async () => {
  vault = await startWholeVault(allModules);
  world = await threeCompanies(vault);
});
afterAll(() => vault?.stop());

const rowOf = ({ key }: ApiRequest): Row => {
  const row = (routes as readonly Row[]).find(({ method, path }) => `${method} ${path}` === key);
  if (row === undefined) throw new Error(`The contract has no ${key}`);
  return row;
};
/** Requests that end the session or concern only its password need no permission. */
const endsSession = ({ key }: ApiRequest) => /logout|change-password|confirm/.test(key);
const requests = () => requestsOf(world.own).filter((request) => !endsSession(request));

/** A user with the role in a company; a super_admin has no company. */
function userOf(role: Role, companyId: number, where: string): Promise<SignedIn> {
  const home = role === 'super_admin' ? {} : { companyId };
  return world.newUser({ email: `${role}.${where}@example.org`, role, ...home });
}

/** The API client of a user. */
async function clientOf({ userId }: SignedIn): Promise<ApiCaller> {
  const answer = await world.asRoot({
    key: 'POST /users/{id}/api-credentials/generate',
    params: { id: userId },
  });
  const { clientId, secret } = answer.json<{ clientId: string; secret: string }>();
  return apiCaller(vault.origin, `${clientId}:${secret}`);
}

/** All requests for which `isWrong` holds, with the response. */
async function wrong(
  call: ApiCaller,
  isWrong: (row: Row, status: number, reason: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests()) {
    const answer = await call(request);
    const reason = answer.status < 400 ? '' : String(answer.json().reason);
    if (isWrong(rowOf(request), answer.status, reason))
      found.push(`${request.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  return found;
}

const refused = (status: number, reason: string) => status === 403 && reason === PERMISSION;
const may = (role: Role, { permission }: Row) =>
  permission === undefined || matrix[role].includes(permission);

describe('every operation', () => {
  it('requires a valid credential', async () => {
    const isWrong = (_: Row, status: number) => status !== 401;
    expect(await wrong(apiCaller(vault.origin), isWrong)).toEqual([]);
    expect(await wrong(apiCaller(vault.origin, 'a.b.c'), isWrong)).toEqual([]);
  });

  it('refuses an expired session', async () => {
    const { userId, call } = await world.newUser({ email: 'late@example.org', role: 'super_admin' });
    const late = `UPDATE identity.user_sessions SET expires_at = now() - interval '1 second' WHERE user_id = $1`;
    await vault.sql(late, [userId]);
    expect(await wrong(call, (_, status) => status !== 401)).toEqual([]);
  });

  it.each(ROLES.filter((role) => role !== 'super_admin'))(
    'denies %s of another company access to this one',
    async (role) => {
      const { call } = await userOf(role, world.companyB, 'b');
      const isWrong = (row: Row, status: number, reason: string) => {
        if (!may(role, row)) return !refused(status, reason);
        return row.permission !== undefined && namesObject(row) && ![403, 404].includes(status);
      };
      expect(await wrong(call, isWrong)).toEqual([]);
    },
  );

  // In order of power, so that no role misses an object that a stronger one has deleted.
  it.each(ROLES)(
    'allows %s of the company and its API client exactly the operations of the matrix',
    async (role) => {
      const user = await userOf(role, world.own.companyId, 'a');
      const isWrong = (row: Row, status: number, reason: string) =>
        may(role, row) ? refused(status, reason) || status === 401 : !refused(status, reason);
      expect(await wrong(user.call, isWrong)).toEqual([]);
      const ofClient = (row: Row, status: number, reason: string) => {
        if (!may(role, row) || row.proof === undefined) return isWrong(row, status, reason);
        return status !== 403 || reason !== 'OWN_SESSION_REQUIRED';
      };
      expect(await wrong(await clientOf(user), ofClient)).toEqual([]);
    },
  );
});

const namesObject = (row: Row) => row.params !== undefined && !row.path.includes('/verifications/');
