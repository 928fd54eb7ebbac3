import type { Permission } from '@pii-vault/contract/permissions';
import { routes } from '@pii-vault/contract/routes';
import type { Row } from '@pii-vault/contract/row';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allModules } from '../src/modules.ts';
import type { ApiCaller, ApiRequest } from './api-caller.ts';
import { apiClientOf, type NewUser } from './first-admin.ts';
import { requestsOf } from './replay-requests.ts';
import { type ThreeCompanies, threeCompanies } from './three-companies.ts';
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

/** All requests for which `isWrong` holds, with the response. */
async function wrong(
  call: ApiCaller,
  isWrong: (row: Row, status: number, reason: string) => boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const request of requests()) {
    const answer = await call(request);
    const reason = answer.status < 400 ? '' : String(answer.json().reason);
    const row = rowOf(request);
    // A dry run changes nothing, so it needs no proof.
    const judged = Object.hasOwn(Object(request.body), 'dryRun') ? { ...row, proof: undefined } : row;
    if (isWrong(judged, answer.status, reason))
      found.push(`${request.key}: ${answer.status} ${answer.text.slice(0, 200)}`);
  }
  return found;
}

const refused = (status: number, reason: string) => status === 403 && reason === PERMISSION;
const may = (role: Role, { permission }: Row) =>
  permission === undefined || matrix[role].includes(permission);

// conformance.test.ts has requests without a credential, replay.test.ts those of another company.
describe('every operation', () => {
  // In order of power, so that no role misses an object that a stronger one has deleted.
  it.each(ROLES)(
    'allows %s of the company and its API client exactly the operations of the matrix',
    async (role) => {
      const home = role === 'super_admin' ? {} : { companyId: world.own.companyId };
      const user = await world.newUser({ email: `${role}@example.org`, role, ...home });
      const isWrong = (row: Row, status: number, reason: string) =>
        may(role, row) ? refused(status, reason) || status === 401 : !refused(status, reason);
      expect(await wrong(user.call, isWrong)).toEqual([]);
      const ofClient = (row: Row, status: number, reason: string) => {
        if (!may(role, row) || row.proof === undefined) return isWrong(row, status, reason);
        return status !== 403 || reason !== 'OWN_SESSION_REQUIRED';
      };
      const client = await apiClientOf(world.asRoot, vault.origin, user.userId);
      expect(await wrong(client.call, ofClient)).toEqual([]);
    },
  );
});
