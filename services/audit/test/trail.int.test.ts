import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseCheckpoint } from '../src/checkpoints/checkpoint.ts';
import { isSignedBy, parseNote } from '../src/checkpoints/signed-note.ts';
import { isConsistent } from '../src/tree/merkle/consistency.ts';
import { leafHash } from '../src/tree/merkle/hash.ts';
import { isIncluded } from '../src/tree/merkle/inclusion.ts';
import { type AuditWorld, auditWorld, KEY_NAME, reveals } from './audit-world.ts';

let audit: AuditWorld;

beforeAll(async () => {
  audit = await auditWorld();
  const user = await audit.world.as({ userId: 7, companies: { 1: [] } });
  await audit.commit('vault', user, [...reveals(1, 5), ...reveals(2, 3)]);
  await audit.world.drain();
  await audit.commit('lineage', user, [
    { action: 'link_detected', companyId: 1, objectIds: { linkId: '4' } },
  ]);
  await audit.commit('vault', user, [{ action: 'login_failure', decision: 'refused', reason: 'PASSWORD' }]);
  await audit.world.drain();
});
afterAll(() => audit?.world.stop());

describe('trail', () => {
  it('lists newest first, with the content of the entries', async () => {
    const { entries, total } = await audit.trail.listTrail(await audit.admin(), { limit: 50 });
    expect(total).toBe(10);
    expect(entries.map((one) => one.leafIndex)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
    const reveal = entries.find((one) => one.leafIndex === 0);
    expect(reveal).toMatchObject({
      id: 1,
      companyId: 1,
      companySeq: 1,
      individualId: 1,
      action: 'field_decrypt',
      actorType: 'user',
      actorId: '7',
      ipAddress: '192.0.2.10',
      complianceFlags: { violation: false, dpdpCompliant: true },
      details: { fieldNames: ['pan', 'phone'], purpose: 'kyc', decision: 'allowed', producer: 'vault' },
    });
  });

  it('shows a company only its own entries, without gaps', async () => {
    const { entries, total } = await audit.trail.listTrail(await audit.auditor(1), { limit: 50 });
    expect(entries.map((one) => [one.companyId, one.companySeq])).toEqual(
      [6, 5, 4, 3, 2, 1].map((seq) => [1, seq]),
    );
    expect(total).toBe(6);
  });

  it('lists the entries of a time range', async () => {
    const admin = await audit.admin();
    const { entries } = await audit.trail.listTrail(admin, { limit: 50 });
    const made = entries.map((one) => one.timestamp?.getTime() ?? 0);
    const [first, last] = [Math.min(...made), Math.max(...made)];
    const within = async (from: number | undefined, until: number | undefined) => {
      const date = (ms: number | undefined) => (ms === undefined ? undefined : new Date(ms));
      const dates = { from: date(from), until: date(until) };
      return (await audit.trail.listTrail(admin, { limit: 50, ...dates })).entries.length;
    };
    expect(await within(first, last + 1)).toBe(10);
    expect(await within(last, undefined)).toBe(made.filter((at) => at >= last).length);
    expect(await within(undefined, last)).toBe(made.filter((at) => at < last).length);
    expect(await within(last + 1, undefined)).toBe(0);
    await expect(within(last, last)).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('pages without gap or repetition', async () => {
    const admin = await audit.admin();
    const seen: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await audit.trail.listTrail(admin, { limit: 3, cursor });
      seen.push(...page.entries.map((one) => one.leafIndex));
      if (page.nextCursor === undefined) break;
      cursor = page.nextCursor;
    }
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it('finds by action, individual, actor, id and part of an action name', async () => {
    const admin = await audit.admin();
    const find = async (query: { search?: string; action?: string; companyId?: number }) =>
      (await audit.trail.listTrail(admin, { limit: 50, ...query })).entries.map((one) => one.leafIndex);
    expect(await find({ action: 'link_detected' })).toEqual(await find({ search: 'Link Det' }));
    expect(await find({ search: 'IND_3' })).toEqual([7, 2]);
    expect((await find({ search: '7' })).length).toBe(10);
    expect(await find({ search: '7', action: 'login_failure' })).toHaveLength(1);
    expect(await find({ search: 'decrypt', companyId: 2 })).toEqual([7, 6, 5]);
    expect(await find({ search: "%' OR 1=1 --" })).toEqual([]);
  });
});

describe('proofs', () => {
  it('prove each entry of a company under a signed checkpoint', async () => {
    const auditor = await audit.auditor(1);
    const ids = Array.from({ length: 10 }, (_, index) => index + 1);
    const { checkpoint, proofs } = await audit.trail.getProofs(auditor, { ids });
    const note = parseNote(checkpoint?.note ?? '');
    if (note === undefined) throw new Error('no note');
    expect(isSignedBy(note, { name: KEY_NAME, publicKey: audit.signer.publicKey })).toBe(true);
    const signed = parseCheckpoint(note.text);
    expect(proofs.map((one) => one.id)).toHaveLength(6);
    for (const proof of proofs) {
      const claim = {
        index: proof.leafIndex,
        size: signed?.size ?? 0,
        root: signed?.root ?? Buffer.alloc(0),
        path: proof.path,
        leafHash: leafHash(proof.salt, proof.leaf),
      };
      expect(isIncluded(claim)).toBe(true);
      expect(JSON.parse(Buffer.from(proof.leaf).toString())).toMatchObject({ companyId: 1 });
    }
  });

  it('answer an unknown id and an id of another company with the same 404', async () => {
    const auditor = await audit.auditor(1);
    const refused = async (id: number) =>
      await audit.trail.getProof(auditor, { id }).then(
        () => 'answered',
        (error: unknown) => (error instanceof Error ? `${error.message} ${Object.entries(error)}` : ''),
      );
    expect(await refused(6)).toBe(await refused(999_999));
    expect(await refused(6)).toContain('NOT_FOUND');
  });

  it('prove that a later checkpoint extends an earlier one', async () => {
    const admin = await audit.admin();
    const before = (await audit.trail.getCheckpoint(admin, {})).checkpoint;
    await audit.commit('vault', admin, reveals(1, 4));
    await audit.world.drain();
    await audit.trail.getProofs(admin, { ids: [14] });
    const after = (await audit.trail.getCheckpoint(admin, {})).checkpoint;
    const sizes = { from: before?.treeSize ?? 0, to: after?.treeSize ?? 0 };
    const { path } = await audit.trail.getConsistency(admin, sizes);
    expect(sizes.to).toBeGreaterThan(sizes.from);
    const claim = {
      from: sizes.from,
      to: sizes.to,
      fromRoot: before?.rootHash ?? Buffer.alloc(0),
      toRoot: after?.rootHash ?? Buffer.alloc(0),
      path,
    };
    expect(isConsistent(claim)).toBe(true);
  });
});

describe('for other services', () => {
  it('counts the decrypted values by the entries', async () => {
    const { counts } = await audit.trail.revealCounts(audit.world.asService('compliance'), {
      companyIds: [2],
    });
    expect(counts).toEqual([{ companyId: 2, ticket: 'reveal', entries: 3, decryptedValues: 6 }]);
  });

  it('returns the last activity of the requested companies', async () => {
    const ctx = audit.world.asService('gateway');
    const { companies } = await audit.trail.lastActivity(ctx, { companyIds: [2, 77] });
    expect(companies.map((one) => [one.companyId, one.entries])).toEqual([[2, 3]]);
  });

  it('counts as activity what users and API clients did, and not the work of services', async () => {
    const of = async (companyId: number) => {
      const { companies } = await audit.trail.lastActivity(audit.world.asService('gateway'), {
        companyIds: [companyId],
      });
      return companies[0];
    };
    const scheduled = () => audit.commit('vault', audit.world.asService('vault', 60), reveals(60, 1));
    await scheduled();
    await audit.world.drain();
    expect(await of(60)).toMatchObject({ entries: 1, lastActivityAt: undefined });
    await audit.commit('vault', await audit.admin(), reveals(60, 1));
    await audit.world.drain();
    const acted = await of(60);
    expect(acted?.lastActivityAt).toBeInstanceOf(Date);
    await scheduled();
    await audit.world.drain();
    expect(await of(60)).toEqual({ ...acted, entries: 3 });
  });
});
