import { describe, expect, it, vi } from 'vitest';
import { connectDatabase } from '../../running-vault/database-access.ts';
import { type CrashWorld, heldIds } from './crash-and-leak.ts';

/** A rotation of the company's field key continues after kill -9 and ends; no person is lost. */
export function killedRotation(world: CrashWorld, people: number): void {
  describe('a vault that is killed in the middle of a rotation', () => {
    const keys = () =>
      world.client.call('GET /encryption-keys', { query: { companyId: world.companyId, keyType: 'field' } });

    it('resumes the rotation: every data key is under the new version', async () => {
      const before = await heldIds(world);
      const { rotationId } = await world.client.call('POST /encryption-keys/rotate', {
        body: { companyId: world.companyId, keyType: 'field' },
      });
      expect(await movedInTheMiddle(world, people)).toBe(true);
      await world.vault.kill();
      await world.vault.restart();
      const progress = () =>
        world.client.call('GET /encryption-keys/rotations/{id}', { params: { id: rotationId } });
      await leaseRunsOut(world);
      await vi.waitFor(async () => expect((await keys())[0]?.rowsOnVersion).toBe(0), {
        timeout: 75_000,
        interval: 500,
      });
      await vi.waitFor(async () => expect((await progress()).rewrapped).toBe(people), {
        timeout: 60_000,
        interval: 200,
      });
      expect((await keys()).map(({ version, status }) => [version, status])).toEqual([
        [1, 'expired'],
        [2, 'active'],
      ]);
      expect(await heldIds(world)).toEqual(before);
    });
  });
}

/** Ends the lease of the killed process on the company at once, instead of after its timeout. */
async function leaseRunsOut({ vault }: CrashWorld): Promise<void> {
  const database = await connectDatabase(vault.dataDir);
  await database.query(
    `UPDATE vault.field_key_rewraps SET lease_expires_at = '-infinity', due_at = '-infinity'`,
  );
  await database.end();
}

/** Waits until some data keys are under the new version. @returns whether others are not yet */
async function movedInTheMiddle({ vault, companyId }: CrashWorld, people: number): Promise<boolean> {
  const database = await connectDatabase(vault.dataDir);
  try {
    for (;;) {
      const { rows } = await database.query<{ moved: string }>(
        'SELECT count(*) AS moved FROM vault.data_keys WHERE company_id = $1 AND field_key_version = 2',
        [companyId],
      );
      const moved = Number(rows[0]?.moved);
      if (moved > 0) return moved < people;
    }
  } finally {
    await database.end();
  }
}
