import { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AuditWorld, auditWorld, reveals } from './audit-world.ts';

let audit: AuditWorld;
beforeAll(async () => {
  audit = await auditWorld();
});
afterAll(() => audit?.world.stop());

const facts = () => audit.world.client(TrailFactsService, 'audit');

it('reports that no role may change an entry, until one may', async () => {
  await audit.commit('vault', await audit.admin(), reveals(1, 2));
  await audit.world.drain();
  const ask = () => facts().getTrailFacts(audit.world.asService('compliance'), {});
  expect(await ask()).toEqual({ appendOnly: true, entries: 2 });
  await audit.world.sql('GRANT DELETE ON audit.audit_trail TO audit_system');
  expect(await ask()).toMatchObject({ appendOnly: false });
});

it('accepts compliance only', async () => {
  for (const [what, ctx] of await audit.world.refused({ everywhere: ['audit:read'] }))
    await expect(facts().getTrailFacts(ctx, {}), what).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  for (const ctx of [await audit.admin(), audit.world.asService('vault')])
    await expect(facts().getTrailFacts(ctx, {})).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
});
