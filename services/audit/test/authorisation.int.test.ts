import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { TrailService } from '@pii-vault/proto/audit/v1/trail';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuditWorld, auditWorld, reveals } from './audit-world.ts';

let audit: AuditWorld;

beforeAll(async () => {
  audit = await auditWorld();
  await audit.commit('vault', await audit.admin(), reveals(1, 2));
  await audit.world.drain();
});
afterAll(() => audit?.world.stop());

type RpcName = keyof typeof TrailService;

/** A request that names company 1, or an entry of it. */
function call(name: RpcName, ctx: Ctx): Promise<unknown> {
  const { trail } = audit;
  const calls: Record<RpcName, () => Promise<unknown>> = {
    listTrail: () => trail.listTrail(ctx, { limit: 10, companyId: 1 }),
    getCheckpoint: () => trail.getCheckpoint(ctx, {}),
    getProof: () => trail.getProof(ctx, { id: 1 }),
    getProofs: () => trail.getProofs(ctx, { ids: [1] }),
    getConsistency: () => trail.getConsistency(ctx, { from: 1, to: 2 }),
    verify: () => trail.verify(ctx, {}),
    getVerification: () => trail.getVerification(ctx, { id: 999 }),
    lastActivity: () => trail.lastActivity(ctx, { companyIds: [1] }),
    revealCounts: () => trail.revealCounts(ctx, { companyIds: [1] }),
    getTrailState: () => trail.getTrailState(ctx, {}),
  };
  return calls[name]();
}

async function outcome(name: RpcName, ctx: Ctx): Promise<string> {
  try {
    const answer = await call(name, ctx);
    return JSON.stringify(answer, (_key, value: unknown) => (typeof value === 'number' ? value : value));
  } catch (thrown) {
    return AppError.from(thrown).code;
  }
}

const NAMES = Object.keys(TrailService) as RpcName[];

describe.each(NAMES)('%s', (name) => {
  it('refuses a missing, an external and an expired token', async () => {
    for (const [what, ctx] of await audit.world.refused({ everywhere: ['audit:read'] }))
      expect([what, await outcome(name, ctx)]).toEqual([what, 'UNAUTHENTICATED']);
  });

  it('refuses too little permission', async () => {
    const everythingElse = ['pii:read', 'pii:reveal', 'pii:write', 'company:manage', 'compliance:manage'];
    expect(await outcome(name, await audit.world.as({ companies: { 1: everythingElse } }))).toBe(
      'PERMISSION_DENIED',
    );
    expect(await outcome(name, await audit.world.as({ everywhere: everythingElse }))).toBe(
      'PERMISSION_DENIED',
    );
  });

  it('refuses services without a grant', async () => {
    expect(await outcome(name, audit.world.asService('vault'))).toBe('PERMISSION_DENIED');
  });
});

/** Result for an auditor of company 2 when the request names company 1. */
const WRONG_COMPANY: Record<RpcName, string> = {
  listTrail: 'PERMISSION_DENIED',
  getProof: 'NOT_FOUND',
  getProofs: '"proofs":[]',
  lastActivity: '{"companies":[]}',
  revealCounts: 'PERMISSION_DENIED',
  getTrailState: 'PERMISSION_DENIED',
  getVerification: 'NOT_FOUND',
  // These cover the whole tree: hashes and counts, no entries.
  getCheckpoint: '"treeSize":',
  getConsistency: '"path":',
  verify: '"verified":true',
};

it.each(Object.entries(WRONG_COMPANY))(
  '%s shows an auditor of another company nothing',
  async (name, expected) => {
    const answer = await outcome(name as RpcName, await audit.auditor(2));
    expect(answer).toContain(expected);
    expect(answer).not.toContain('individualId');
  },
);

it('gives the same answer for a company that does not exist as for one of others', async () => {
  const ctx = await audit.auditor(2);
  const refused = (companyId: number) =>
    audit.trail
      .listTrail(ctx, { limit: 1, companyId })
      .catch((error: unknown) => JSON.stringify(AppError.from(error)));
  expect(await refused(1)).toBe(await refused(424_242));
});

it('admits an auditor of company 1, so that the refusals above are due to the caller', async () => {
  const ctx = await audit.auditor(1);
  for (const name of NAMES.filter(
    (one) => one !== 'revealCounts' && one !== 'getTrailState' && one !== 'getVerification',
  ))
    expect(await outcome(name, ctx)).toMatch(/^\{/);
});

it('gives the request role no permission to write', async () => {
  const rows = await audit.world.sql<{ table_name: string; privilege_type: string }>(
    `SELECT table_name, privilege_type FROM information_schema.role_table_grants
     WHERE grantee IN ('audit_app', 'audit_all') AND table_schema = 'audit' AND privilege_type <> 'SELECT'
       AND table_name NOT IN ('outbox', 'inbox', 'idempotency')`,
  );
  expect(rows).toEqual([]);
  const system = await audit.world.sql(
    `SELECT table_name, privilege_type FROM information_schema.role_table_grants
     WHERE grantee = 'audit_system' AND table_name IN ('audit_trail', 'tree_nodes', 'checkpoints')
       AND privilege_type NOT IN ('SELECT', 'INSERT')`,
  );
  expect(system).toEqual([]);
});
