import { randomBytes } from 'node:crypto';
import { copyFile } from 'node:fs/promises';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import { createMetrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { BusMessage } from '@pii-vault/platform/messaging/bus';
import { createTestTokens } from '@pii-vault/platform/testing/test-tokens';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkAndRecord, readContradiction } from '../src/checkpoints/check-trail.ts';
import { startCheckpointing } from '../src/checkpoints/start-checkpointing.ts';
import { auditConsumer } from '../src/consumers/on-audit-entry.ts';
import { appendEntries } from '../src/entries/append-entries.ts';
import { fileLines } from '../src/outside/file-lines.ts';
import { revocationLines } from '../src/revocations/list-revocations.ts';
import { type RevocationFile, revocationFile } from '../src/revocations/revocation-file.ts';
import { reveals } from './audit-world.ts';
import { TrailDatabase } from './trail-database.ts';

let trail: TrailDatabase;
let list: RevocationFile;

beforeEach(async () => {
  trail = await TrailDatabase.create();
  list = revocationFile(fileLines(`${trail.filePath}.revocations`), randomBytes(32));
});
afterEach(() => trail.database.drop());

const check = () => checkAndRecord(trail.database.db, { file: trail.file, revocations: list });
const state = () => trail.database.db.system(readContradiction);
const entries = async () =>
  (await trail.database.sql<{ n: number }>('SELECT count(*)::int AS n FROM audit.audit_trail'))[0]?.n;

/** A process's first batch from the bus. */
async function consume(messages: readonly BusMessage[]): Promise<void> {
  const { db } = trail.database;
  const consumer = auditConsumer(
    { db, log: silentLogger(), revocations: list, file: trail.file, appended: () => undefined },
    'vault',
  );
  const ctx = await (await createTestTokens()).as({ userId: 7, companies: { 1: [] } });
  await db.system((tx) => consumer.handle({ tx, ctx, messages }));
}

/** The checkpoints of a process that starts now. */
function checkpointing() {
  const { database, filePath, signing, ctx } = trail;
  return startCheckpointing(
    {
      ...{ db: database.db, config: { checkpointFile: filePath } },
      ...{ log: silentLogger(), metrics: createMetrics(), signer: signing, self: () => ctx },
    },
    list,
  );
}

/** Replaces the file of checkpoints by the one of another trail with `size` entries. */
async function signOther(size: number): Promise<void> {
  const other = await TrailDatabase.create();
  await other.append(reveals(2, size));
  await other.sign();
  await copyFile(other.filePath, trail.filePath);
  await other.database.drop();
}

it.each([
  ['larger', 9],
  ['smaller', 3],
])(
  'a trail that contradicts a %s signed one refuses entries until it is the signed one again',
  async (_, size) => {
    await trail.append(reveals(1, 6));
    await trail.sign();
    await copyFile(trail.filePath, `${trail.filePath}.own`);
    await signOther(size);

    const waiting = trail.messages(reveals(1, 1));
    await expect(consume(waiting)).rejects.toMatchObject({ reason: 'TREE_CONTRADICTED' });
    await expect(check()).rejects.toMatchObject({ reason: 'TREE_CONTRADICTED' });
    expect(await state()).toContain('pii-vault replay-revocations');
    await expect(trail.take(waiting)).rejects.toMatchObject({ reason: 'TRAIL_CONTRADICTED' });
    expect(await entries()).toBe(6);

    await copyFile(`${trail.filePath}.own`, trail.filePath);
    await check();
    expect(await state()).toBeUndefined();
    await consume(waiting);
    expect(await entries()).toBe(7);
  },
);

it('a trail that has passed the number of a listed revocation without its entry is not signed', async () => {
  await trail.append(reveals(1, 1));
  await trail.sign(list);
  const at = '2026-11-28T00:00:00.000Z';
  await list.append([{ service: 'vault', entry: { epoch: 1, seq: 2 }, action: 'data_erase', at }]);
  await check();
  // A restored database assigns the number again.
  await trail.append(reveals(1, 1));
  await expect(check()).rejects.toMatchObject({ reason: 'REVOCATIONS_UNDONE' });
  await expect(trail.sign(list)).rejects.toMatchObject({ reason: 'REVOCATIONS_UNDONE' });
  expect(await list.coverage()).toMatchObject({ covers: 1 });
});

it.each([
  ['shorter', 2],
  ['longer', 5],
])(
  'a %s trail than the one that the list of revocations covers is refused without a checkpoint in the file that contradicts it',
  async (_, size) => {
    await trail.append(reveals(1, 3));
    await trail.sign(list);
    const restored = await TrailDatabase.create();
    await restored.append(reveals(1, size));
    await restored.sign();
    const { db } = restored.database;
    const outside = { file: restored.file, revocations: list };
    await expect(checkAndRecord(db, outside)).rejects.toMatchObject({ reason: 'REVOCATIONS_UNDONE' });
    expect(await db.system(readContradiction)).toContain('pii-vault replay-revocations');
    await expect(restored.sign(list)).rejects.toMatchObject({ reason: 'REVOCATIONS_UNDONE' });
    await restored.database.drop();
  },
);

it('a trail that is covered by a replay is refused in another copy of its backup', async () => {
  await trail.append(reveals(1, 2));
  await trail.sign(list);
  const root = (await list.coverage())?.root ?? '';
  await list.append([{ covers: 2, root, replay: 'first', at: '2026-11-28T00:00:00.000Z' }]);
  await expect(check()).rejects.toMatchObject({ reason: 'REVOCATIONS_UNDONE' });
  await expect(trail.sign(list)).rejects.toMatchObject({ reason: 'REVOCATIONS_UNDONE' });
  await trail.database.sql(`UPDATE audit.tree_state SET replay = 'first'`);
  await check();
});

it('is signed only when the entries of listed revocations have arrived', async () => {
  await trail.append(reveals(1, 1));
  const messages = trail.messages([{ action: 'data_erase', companyId: 1, individualId: 5 }]);
  const listed = trail.database.db.system(async (tx) => {
    await appendEntries(tx, messages, (rows) => list.append(revocationLines(rows)));
    throw new Error('the process ends before the commit');
  });
  await expect(listed).rejects.toThrow('before the commit');
  const checkpoints = checkpointing();
  expect(await checkpoints.contradiction()).toContain('1 entries of the list of revocations');
  await expect(trail.sign(list)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    reason: 'REVOCATIONS_PENDING',
  });
  await trail.take(messages);
  await checkpoints.keeper.keepUp();
  expect(await checkpoints.contradiction()).toBeUndefined();
  expect(await list.coverage()).toMatchObject({ covers: 2 });
});
