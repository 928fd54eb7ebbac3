import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../src/checkpoints/checkpoint.ts';
import { isSignedBy, parseNote } from '../src/checkpoints/signed-note.ts';
import { type AuditWorld, auditWorld, KEY_NAME, reveals } from './audit-world.ts';

let audit: AuditWorld;

beforeAll(async () => {
  audit = await auditWorld();
  await audit.commit('vault', await audit.admin(), reveals(1, 12));
  await audit.world.drain();
});
afterAll(() => audit?.world.stop());

async function verify() {
  const { verification } = await audit.trail.verify(await audit.auditor(1), {});
  if (verification === undefined) throw new Error('no verification');
  return verification;
}

describe('Verify', () => {
  it('proves the whole trail under a checkpoint that covers it, and is itself an entry', async () => {
    const result = await verify();
    expect(result).toMatchObject({ status: 'done', verified: true, treeSize: 12, entriesChecked: 12 });
    expect(result.firstBadIndex).toBeUndefined();
    const { checkpoint } = await audit.trail.getCheckpoint(await audit.auditor(1), {});
    expect(checkpoint?.treeSize).toBe(12);
    expect(Buffer.from(checkpoint?.rootHash ?? []).toString('hex')).toBe(result.rootHash);
    await audit.world.drain();
    const { entries } = await audit.trail.listTrail(await audit.admin(), { limit: 1 });
    expect(entries[0]).toMatchObject({ action: 'audit_verify', details: { reason: 'VERIFIED' } });
  });

  it('is stored and can be read again', async () => {
    const { verificationId } = await verify();
    const again = await audit.trail.getVerification(await audit.auditor(1), { id: verificationId });
    expect(again.verification).toMatchObject({ verificationId, status: 'done', verified: true });
  });

  it('names services that do not report their backlog', async () => {
    // identity, tenancy and compliance do not run in this world.
    expect((await verify()).reason).toBe(
      'What is pending at compliance, identity, tenancy is not known: no answer',
    );
  });

  it('answers two concurrent callers with one run', async () => {
    const [a, b] = await Promise.all([verify(), verify()]);
    expect(a.verificationId).toBe(b.verificationId);
  });

  it('uses the newest checkpoint while crypto is unavailable', async () => {
    await audit.world.drain();
    audit.signer.isAway = true;
    await audit.commit('vault', await audit.admin(), reveals(1, 1, 60));
    await audit.world.drain();
    const result = await verify();
    audit.signer.isAway = false;
    expect(result.verified).toBe(true);
  });

  it('writes each signed checkpoint to the file', async () => {
    const lines = (await readFile(audit.checkpointFile, 'utf8')).trim().split('\n');
    const sizes = lines.map((line) => {
      const { note, publicKey } = JSON.parse(line) as { note: string; publicKey: string };
      const parsed = parseNote(note);
      expect(
        parsed !== undefined &&
          isSignedBy(parsed, { name: KEY_NAME, publicKey: Buffer.from(publicKey, 'base64') }),
      ).toBe(true);
      return parseCheckpoint(parsed?.text ?? '')?.size;
    });
    expect(sizes).toContain(12);
    const rows = await audit.world.sql<{ tree_size: number }>(
      'SELECT tree_size FROM audit.checkpoints ORDER BY id',
    );
    expect(rows.map((row) => row.tree_size)).toEqual(sizes);
  });

  it('reports the index of an edited row', async () => {
    await audit.world.sql("UPDATE audit.audit_trail SET actor_id = '8' WHERE leaf_index = 4");
    expect(await verify()).toMatchObject({
      verified: false,
      firstBadIndex: 4,
      entriesChecked: 4,
      reason: 'Entry 4 was changed: its column actor_id differs from what was signed',
    });
    await audit.world.sql("UPDATE audit.audit_trail SET actor_id = '9' WHERE leaf_index = 4");
    expect((await verify()).verified).toBe(true);
  });

  it('reports a tree that contradicts a signature, signs nothing, and audit is not ready', async () => {
    await audit.world.drain();
    const [top] = await audit.world.sql<{ level: number; hash: Buffer }>(
      'SELECT level, hash FROM audit.tree_nodes ORDER BY level DESC LIMIT 1',
    );
    const setTop = (hash: Buffer | undefined) =>
      audit.world.sql('UPDATE audit.tree_nodes SET hash = $1 WHERE level = $2', [hash, top?.level]);
    await setTop(Buffer.alloc(32, 7));
    expect(await verify()).toMatchObject({
      verified: false,
      firstBadIndex: 0,
      reason: expect.stringMatching(
        /^The tree's hash over .* was changed\. The audit tree contradicts the checkpoint/,
      ),
    });
    await expect(audit.world.host.ready()).rejects.toMatchObject({ reason: 'TREE_CONTRADICTED' });
    await setTop(top?.hash);
    expect((await verify()).verified).toBe(true);
    await audit.world.host.ready();
  });

  it('stays after a restart', async () => {
    await audit.world.restart();
    await audit.world.drain();
    expect((await verify()).verified).toBe(true);
  });
});
