import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  isReviewStatement,
  isSnapshotOf,
  openCertificate,
} from '../../../scripts/product/verify-certificate/certificate.ts';
import { allModules } from '../src/modules.ts';
import { type ApiCaller, type ApiRequest, byId } from './api-caller.ts';
import { apiClientOf, createUser, firstAdmin, signIn } from './first-admin.ts';
import { polled } from './polled.ts';
import { startWholeVault, type WholeVault } from './whole-vault.ts';

interface Line {
  readonly id: number;
  readonly userId: number;
  readonly kind: string;
  readonly decision: string | null;
}

let vault: WholeVault;
let asRoot: ApiCaller;
let asAdmin: ApiCaller;
let adminId: number;

beforeAll(async () => {
  vault = await startWholeVault(allModules);
  asRoot = await firstAdmin(vault.origin);
  for (const code of ['SARAL', 'NAVI'])
    await done(asRoot, { key: 'POST /companies', body: { name: code, code } });
  adminId = await createUser(asRoot, { email: 'a@example.org', role: 'admin', companyId: 1 });
  asAdmin = (await signIn(vault.origin, 'a@example.org')).call;
});
afterAll(() => vault?.stop());

async function done(call: ApiCaller, request: ApiRequest) {
  const answer = await call(request);
  expect(answer.status, `${request.key}: ${answer.text}`).toBeLessThan(300);
  return answer;
}

const linesOf = async (id: number) =>
  (await done(asRoot, { key: 'GET /access-reviews/{id}/lines', ...byId(id) })).json<Line[]>();

const revoke = (call: ApiCaller, id: number, lineId: number | undefined) =>
  call({
    key: 'POST /access-reviews/{id}/lines/{lineId}/decision',
    params: { id, lineId },
    body: { decision: 'revoke', reason: 'left' },
  });

it('takes away what is revoked at once and nothing above the reviewer, and ends with evidence in the trail', async () => {
  const guestId = await createUser(asRoot, { email: 'guest@example.org', role: 'pii_view', companyId: 2 });
  await done(asRoot, {
    key: 'POST /users/{id}/company-roles',
    ...byId(guestId),
    body: { companyId: 1, role: 'pii_view' },
  });
  const partnerId = await createUser(asRoot, {
    email: 'partner@example.org',
    role: 'pii_view',
    companyId: 1,
  });
  const partner = (await apiClientOf(asRoot, vault.origin, partnerId)).call;
  const guest = (await signIn(vault.origin, 'guest@example.org')).call;
  const people: ApiRequest = { key: 'GET /individuals', query: { companyId: 1 } };
  for (const call of [guest, partner]) await done(call, people);

  const { id } = (await done(asAdmin, { key: 'POST /access-reviews', body: { companyId: 1 } })).json<{
    id: number;
  }>();
  const lines = await linesOf(id);
  const lineOf = (userId: number, kind = 'account') =>
    lines.find((line) => line.userId === userId && line.kind === kind)?.id;
  for (const lineId of [lineOf(guestId), lineOf(partnerId, 'credential')])
    expect((await revoke(asAdmin, id, lineId)).status).toBe(200);
  expect((await partner(people)).status).toBe(401);
  // Roles of sessions are read again within three seconds.
  await polled(async () => (await guest(people)).status === 403 || undefined);
  await done(guest, { key: 'GET /individuals', query: { companyId: 2 } });

  // An administrator does not take the super admin away, and the line stays open.
  const [root] = lines.filter(({ userId }) => ![adminId, guestId, partnerId].includes(userId));
  expect((await revoke(asAdmin, id, root?.id)).status).toBe(404);
  expect((await linesOf(id)).find((line) => line.id === root?.id)?.decision).toBeNull();

  await done(asAdmin, { key: 'POST /access-reviews/{id}/keep', ...byId(id), body: { open: 3 } });
  await done(asRoot, { key: 'POST /access-reviews/{id}/keep', ...byId(id), body: { open: 1 } });
  await done(asAdmin, { key: 'POST /access-reviews/{id}/finish', ...byId(id) });
  const { certificate, snapshot } = (
    await done(asAdmin, { key: 'GET /access-reviews/{id}/evidence', ...byId(id) })
  ).json<{ certificate: { note: string; publicKey: string }; snapshot: unknown }>();
  const found = openCertificate(certificate.note, Buffer.from(certificate.publicKey, 'base64'));
  if (typeof found === 'string' || !isReviewStatement(found.statement)) throw new Error(String(found));
  expect(isSnapshotOf(found.statement, snapshot)).toBe(true);
  await vault.host.drain();
  const trail = await done(asRoot, {
    key: 'GET /audit-trail',
    query: { companyId: 1, action: 'register_update' },
  });
  expect(trail.text).toContain(found.statement.snapshotSha256);
});
