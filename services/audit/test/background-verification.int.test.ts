import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { latestCheckpoint } from '../src/checkpoints/checkpoint-store.ts';
import { runVerification } from '../src/checkpoints/verifications/run-verification.ts';
import { findVerification } from '../src/checkpoints/verifications/verification-store.ts';
import { reveals } from './audit-world.ts';
import { TrailDatabase } from './trail-database.ts';

let trail: TrailDatabase;
let ctx: Ctx;

beforeAll(async () => {
  trail = await TrailDatabase.create();
  ctx = await (await createTestTokens()).as({});
  await trail.append(reveals(1, 30));
});
afterAll(() => trail?.database.drop());

function verifications(waitUpTo: number, stopping = new AbortController()) {
  const { db } = trail.database;
  return runVerification({
    db,
    file: trail.file,
    currentKey: async () => trail.signer.publicKey,
    keeper: {
      fault: () => undefined,
      keepUp: async () => undefined,
      async covering() {
        await trail.sign();
        const signed = await db.system(latestCheckpoint);
        if (signed === undefined) throw new Error('nothing was signed');
        return signed;
      },
    },
    latestCheckpoint: () => db.system(latestCheckpoint),
    log: silentLogger(),
    pending: async () => ({ rows: 3, oldestMs: 40, unanswered: [] }),
    waitUpTo,
    stopping: stopping.signal,
  });
}

const stored = (id: number) => trail.database.db.system((tx) => findVerification(tx, id));

it('answers at once for a large tree and stores the outcome', async () => {
  const runs = verifications(29);
  const answer = await runs.verify(ctx);
  expect(answer).toMatchObject({ status: 'running', treeSize: 30, verified: false });
  await runs.settled();
  expect(await stored(answer.id)).toMatchObject({
    status: 'done',
    verified: true,
    entriesChecked: 30,
    pending: 3,
    oldestPendingMs: 40,
    reason: null,
  });
});

it('waits for the result for a small tree', async () => {
  expect(await verifications(30).verify(ctx)).toMatchObject({ status: 'done', verified: true });
});

it('fails when the module stops before the end', async () => {
  const stopping = new AbortController();
  stopping.abort();
  const runs = verifications(0, stopping);
  const { id } = await runs.verify(ctx);
  await runs.settled();
  expect(await stored(id)).toMatchObject({ status: 'failed', verified: false });
});

it('fails when its process has died and it makes no progress', async () => {
  const rows = await trail.database.sql<{ id: number }>(
    `INSERT INTO audit.verifications (status, tree_size, progress_at) VALUES ('running', 5, now() - interval '3 minutes') RETURNING id`,
  );
  expect(await stored(rows[0]?.id ?? 0)).toMatchObject({ status: 'failed' });
});
