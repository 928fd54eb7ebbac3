import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { DisclosuresService } from '@pii-vault/proto/audit/v1/disclosures';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DISCLOSURES_QUERY } from '../src/entries/disclosures/sum-disclosures.ts';
import { type AuditWorld, auditWorld } from './audit-world.ts';

let audit: AuditWorld;
let rpc: RpcClient<typeof DisclosuresService>;

const place = { companyId: 1, individualId: 7 };
const read = (fieldNames: string[], more: object = {}) =>
  ({ action: 'field_decrypt', companyId: 1, individualId: 7, purpose: 'kyc', fieldNames, ...more }) as const;

beforeAll(async () => {
  audit = await auditWorld();
  rpc = audit.world.client(DisclosuresService, 'audit');
  const partner = await audit.world.as({ userId: 4, clientId: 'pvc_1', companies: { 1: ['pii:reveal'] } });
  await audit.commit('vault', partner, [
    read(['pan', 'name']),
    read(['pan', 'email']),
    read(['pan'], { purpose: 'lending' }),
    read(['aadhaar'], { decision: 'refused', reason: 'PURPOSE_NOT_COVERED' }),
    read(['pan'], { companyId: 2 }),
    read(['pan'], { individualId: 8 }),
  ]);
  const several = (individualIds: number[]) => ({ individualId: undefined, individualIds });
  await audit.commit('vault', await audit.admin(), [
    read(['pan'], { action: 'field_view', purpose: '' }),
    // A page of external ids, and a batch of features that was shown to no user.
    read(['external_id'], { action: 'field_view', purpose: '', ticket: 'view', ...several([6, 7]) }),
    read(['external_id'], { action: 'field_view', purpose: '', ticket: 'view', ...several([6, 8]) }),
    read(['pan'], { action: 'data_work', purpose: '', ticket: 'work', ...several([6, 7]) }),
    read(['pan'], { action: 'field_view', purpose: '', companyId: 2, ...several([6, 7]) }),
  ]);
  await audit.world.drain();
});
afterAll(() => audit?.world.stop());

const asReader = () => audit.world.as({ userId: 9, companies: { 1: ['pii:reveal'] } });

it('sums up the uses of a person by actor, action and purpose, without refusals', async () => {
  const { disclosures } = await rpc.sumDisclosures(await asReader(), place);
  const uses = disclosures.map(({ action, actorType, actorId, onBehalfOf, purpose, fieldNames, times }) => ({
    actor: `${actorType} ${actorId} ${onBehalfOf}`,
    what: `${action} ${purpose}`,
    fieldNames,
    times,
  }));
  const partner = 'api_client pvc_1 4';
  expect(uses.sort((a, b) => (a.what < b.what ? -1 : 1))).toEqual([
    { actor: partner, what: 'field_decrypt kyc', fieldNames: ['email', 'name', 'pan'], times: 2 },
    { actor: partner, what: 'field_decrypt lending', fieldNames: ['pan'], times: 1 },
    {
      actor: expect.stringMatching(/^user /),
      what: 'field_view ',
      fieldNames: ['external_id', 'pan'],
      times: 2,
    },
  ]);
  for (const { firstAt, lastAt } of disclosures)
    expect(Number(lastAt)).toBeGreaterThanOrEqual(Number(firstAt));
});

it('finds an entry of several people by each of them', async () => {
  const ctx = await audit.admin();
  const named = async (query: { search: string; action?: string; companyId?: number }) =>
    (await audit.trail.listTrail(ctx, { limit: 50, ...query })).entries
      .map(({ details }) => details?.individualIds ?? [])
      .filter((ids) => ids.length > 0);
  expect(await named({ search: 'IND_6', companyId: 1 })).toEqual([
    [6, 8],
    [6, 7],
  ]);
  expect(await named({ search: 'IND_6', companyId: 2 })).toEqual([[6, 7]]);
  expect(await named({ search: 'IND_7', action: 'field_view', companyId: 1 })).toEqual([[6, 7]]);
  expect(await named({ search: 'IND_7', action: 'field_decrypt' })).toEqual([]);
});

it('reads the indexes of the person', async () => {
  const wanted = DISCLOSURES_QUERY.replaceAll('$1', '1').replaceAll('$2', '7').replace('$3', '1000');
  const plan = await audit.world.sql<{ 'QUERY PLAN': string }>(
    `EXPLAIN ${wanted.replace(/\b(audit_trail|trail_people)\b/g, 'audit.$1')}`,
  );
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('audit_trail_individual');
  expect(text).toContain('trail_people_pkey');
});

it('detects manual changes: a verification names a removed person, an added person is not shown', async () => {
  const ctx = await audit.admin();
  const { verification } = await audit.trail.verify(ctx, {});
  expect(verification).toMatchObject({ verified: true });
  const sums = async () => (await rpc.sumDisclosures(await asReader(), place)).disclosures;
  const unchanged = await sums();
  const [other] = await audit.world.sql<{ leaf_index: number }>(
    `SELECT leaf_index FROM audit.trail_people WHERE company_id = 1 AND individual_id = 8`,
  );
  await audit.world.sql('INSERT INTO audit.trail_people VALUES (1, 7, $1)', [other?.leaf_index]);
  expect(await sums()).toEqual(unchanged);
  const [gone] = await audit.world.sql<{ leaf_index: number }>(
    `DELETE FROM audit.trail_people WHERE company_id = 1 AND individual_id = 7 AND leaf_index <> $1 RETURNING leaf_index`,
    [other?.leaf_index],
  );
  const found = (await audit.trail.verify(ctx, {})).verification;
  expect(found).toMatchObject({ verified: false, firstBadIndex: gone?.leaf_index ?? -1 });
  expect(found?.reason).toContain('names a person whose access report would omit it');
});
