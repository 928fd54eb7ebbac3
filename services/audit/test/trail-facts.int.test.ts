import { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditWorld, auditWorld, reveals } from './audit-world.ts';

let audit: AuditWorld;
beforeAll(async () => {
  audit = await auditWorld();
});
afterAll(() => audit?.world.stop());

const facts = () => audit.world.client(TrailFactsService, 'audit');

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

it('reports that no role may change an entry, until one may', async () => {
  await audit.commit('vault', await audit.admin(), reveals(1, 2));
  await audit.world.drain();
  const ask = () => facts().getTrailFacts(audit.world.asService('compliance'), {});
  expect(await ask()).toEqual({ appendOnly: true, entries: 2 });
  await audit.world.sql('GRANT DELETE ON audit.audit_trail TO audit_system');
  expect(await ask()).toMatchObject({ appendOnly: false });
});
