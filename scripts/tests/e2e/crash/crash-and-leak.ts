import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate, toCsv } from '@pii-vault/all/demo-data/generate';
import type { PersonRow } from '@pii-vault/all/demo-data/person-row';
import type { Client } from '@pii-vault/contract/client';
import { describe, expect, it, vi } from 'vitest';
import { readPostmaster } from '../../running-vault/database-access.ts';
import { findFilesContaining } from '../../running-vault/find-files-containing.ts';
import { hasEnded } from '../../running-vault/kill-servers.ts';
import type { VaultProcess } from '../../running-vault/vault-process.ts';

/** Number of people in the company after the import. */
export const ROWS = 4_000;

/** A company without individuals, and the client of its partner system. */
export interface CrashWorld {
  readonly vault: VaultProcess;
  readonly client: Client;
  readonly companyId: number;
}

/** Step 7 of the main job: a killed vault resumes its import, and no file on disk holds a readable value. */
export function crashAndLeak(world: CrashWorld): void {
  const { files } = generate({ seed: 5, companies: [{ code: 'CRASH' }], rowsPerCompany: ROWS });
  const rows = files[0]?.rows ?? [];
  crash(world, rows);
  leak(world, rows);
}

function crash(world: CrashWorld, rows: readonly PersonRow[]): void {
  describe('a vault that is killed in the middle of an import', () => {
    let importId: number;
    const send = () =>
      world.client.call('POST /imports', {
        query: { companyId: world.companyId, purpose: 'kyc', fileName: 'crash.csv' },
        contentType: 'text/csv',
        body: toCsv(rows),
      });

    it('resumes the import: every row exists once', async () => {
      importId = (await send()).id;
      await killInTheMiddle(world, importId, ROWS, async () => {
        const { pid } = await readPostmaster(world.vault.dataDir);
        await world.vault.kill();
        // An orderly shutdown would have removed the pid file.
        expect(await readPostmaster(world.vault.dataDir)).toMatchObject({ pid });
        expect(await hasEnded(pid)).toBe(true);
        await world.vault.restart();
      });
      await importEnds(world, importId);
      expect(await importState(world, importId)).toMatchObject({
        processed: ROWS,
        accepted: ROWS,
        rejected: 0,
      });
      expect(await heldIds(world)).toEqual(rows.map((row) => row.customer_id).sort());
    });

    it('still verifies that the trail is unchanged', async () => {
      await trailVerifies(world);
    });

    it('ignores the same file sent again', async () => {
      expect((await send()).id).toBe(importId);
    });
  });
}

/** Waits until the trail verifies and has no pending entries. */
export async function trailVerifies({ client }: CrashWorld): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await client.call('POST /audit-trail/verify', {});
      expect(answer).toMatchObject({ verified: true, firstBadIndex: null, pending: 0 });
    },
    { timeout: 60_000, interval: 500 },
  );
}

function importState({ client }: CrashWorld, id: number) {
  return client.call('GET /imports/{id}', { params: { id } });
}

/** Waits until some rows, but not all, are imported, then calls `kill`. */
export async function killInTheMiddle(
  world: CrashWorld,
  importId: number,
  total: number,
  kill: () => Promise<void>,
): Promise<void> {
  await vi.waitFor(async () => expect((await importState(world, importId)).processed).toBeGreaterThan(0), {
    timeout: 60_000,
    interval: 20,
  });
  const { processed, status } = await importState(world, importId);
  expect([processed < total, status]).toEqual([true, 'running']);
  await kill();
}

/** Resolves when an import is done; retries while the vault does not answer. */
export async function importEnds(world: CrashWorld, importId: number): Promise<void> {
  await vi.waitFor(async () => expect((await importState(world, importId)).status).toBe('done'), {
    timeout: 90_000,
    interval: 200,
  });
}

/** All external ids of the company, sorted. */
export async function heldIds({ client, companyId }: CrashWorld): Promise<string[]> {
  const held: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /individuals', {
      query: { companyId, limit: 200, include: ['externalIds'], purpose: 'kyc', cursor },
    });
    held.push(...page.rows.flatMap((row) => (row.externalIds ?? []).map(({ externalId }) => externalId)));
    cursor = page.next;
  } while (cursor !== undefined);
  return held.sort();
}

function leak(world: CrashWorld, rows: readonly PersonRow[]): void {
  describe('the disk', () => {
    // Phone numbers are searched as imported and in the vault's normalised form.
    it('holds no imported value of eight characters or more in data, logs, keys or temporary files', async () => {
      const { dataDir, folders } = world.vault;
      const values = rows.flatMap((row) => [...Object.values(row), row.phone.replace(/\D/g, '').slice(-10)]);
      expect(values.filter((value) => value.length >= 8).length).toBeGreaterThan(15_000);
      expect(await logged(join(dataDir, 'logs'))).toContain('Gateway listens');
      expect(await findFilesContaining(values, folders)).toEqual([]);
    });
  });
}

async function logged(folder: string): Promise<string> {
  const files = await readdir(folder);
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('');
}
