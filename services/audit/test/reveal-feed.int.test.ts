import type { RpcClient } from '@pii-vault/platform/rpc/client';
import { RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REVEALS_BEHIND } from '../src/reading/reveal-feed/list-reveals.ts';
import { type AuditWorld, auditWorld, reveals } from './audit-world.ts';

let audit: AuditWorld;
let feed: RpcClient<typeof RevealFeedService>;

beforeAll(async () => {
  audit = await auditWorld();
  feed = audit.world.client(RevealFeedService, 'audit');
  const ctx = await audit.admin();
  const [one] = reveals(1, 1);
  await audit.commit('vault', ctx, [
    ...reveals(1, 3, 101),
    { ...one, action: 'field_decrypt', individualId: 500, companyId: 1, decision: 'refused', reason: 'X' },
    { action: 'field_view', companyId: 1, individualId: 501 },
    ...reveals(2, 1, 201),
    { action: 'field_decrypt', companyId: 1, individualIds: [301, 302], ticket: 'reveal' },
  ]);
  await audit.world.drain();
});
afterAll(() => audit?.world.stop());

const from = (companyId: number, leafIndex = -1) => ({ companyId, leafIndex });
const list = (after: ReturnType<typeof from>[], limit = 10) =>
  feed.listReveals(audit.world.asService('tenancy'), { after, limit });

describe('the feed of reveals', () => {
  it('lists the allowed reveals of the requested companies, in the order of the trail', async () => {
    const { reveals: listed, treeSize } = await list([from(1)]);
    expect(listed.map(({ individualIds }) => individualIds)).toEqual([[101], [102], [103], [301, 302]]);
    expect(listed.every(({ companyId, occurredAt }) => companyId === 1 && occurredAt !== undefined)).toBe(
      true,
    );
    expect(treeSize).toBe(7);
    const both = await list([from(1), from(2)]);
    expect(both.reveals.map(({ companyId }) => companyId)).toEqual([1, 1, 1, 1, 2]);
  });

  it('continues after each page without a gap', async () => {
    const seen: number[] = [];
    let position = from(1);
    for (;;) {
      const page = await list([position], 2);
      const [next] = page.readUpTo;
      if (next === undefined) break;
      seen.push(...page.reveals.flatMap(({ individualIds }) => individualIds));
      position = next;
    }
    expect(seen).toEqual([101, 102, 103, 301, 302]);
  });

  it('reads from an index', async () => {
    const plan = await audit.world.sql<{ 'QUERY PLAN': string }>(
      `EXPLAIN ${REVEALS_BEHIND.replace('audit_trail', 'audit.audit_trail')
        .replace('$1', '1')
        .replace('$2', '0')
        .replace('$3', '10')}`,
    );
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/\bSort\b/);
  });

  it('is for tokens of the system, not of one company', async () => {
    const asked = feed.listReveals(audit.world.asService('tenancy', 1), { after: [from(1)], limit: 10 });
    await expect(asked).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });

  it('refuses pages without bounds', async () => {
    for (const limit of [0, 1_001])
      await expect(list([from(1)], limit)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(list(Array.from({ length: 101 }, () => from(1)))).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
    });
  });
});
