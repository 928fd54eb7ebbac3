import { generate, toCsv } from '@pii-vault/all/demo-data/generate';
import { describe, expect, it } from 'vitest';
import {
  type CrashWorld,
  heldIds,
  importEnds,
  killInTheMiddle,
  trailVerifies,
} from '../crash/crash-and-leak.ts';

const ROWS = 2_000;
/** Each of them takes part in an import or in its audit trail. */
const VICTIMS = ['vault', 'crypto', 'audit', 'gateway'] as const;

/** kill -9 of single processes: the launcher restarts them without further action. */
export function oneProcessDies(world: CrashWorld): void {
  const { files } = generate({ seed: 6, companies: [{ code: 'DIES' }], rowsPerCompany: ROWS });
  const rows = files[0]?.rows ?? [];

  describe('processes that are killed one by one in the middle of an import', () => {
    it('are restarted by the launcher, and every row exists once', async () => {
      const { id } = await world.client.call('POST /imports', {
        query: { companyId: world.companyId, purpose: 'kyc', fileName: 'dies.csv' },
        contentType: 'text/csv',
        body: toCsv(rows),
      });
      await killInTheMiddle(world, id, ROWS, async () => {
        for (const victim of VICTIMS) await world.vault.killService(victim);
      });
      await importEnds(world, id);
      expect(await heldIds(world)).toEqual(rows.map((row) => row.customer_id).sort());
    });

    it('leave a trail that verifies', async () => {
      await trailVerifies(world);
    });
  });
}
