import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generate, toCsv } from '@pii-vault/all/demo/generate';
import { type Client, createClient } from '@pii-vault/contract/client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fillCompany } from './partner.ts';
import { startVaultProcess, type VaultProcess } from './vault-process.ts';

const run = promisify(execFile);
const ROWS = 4_000;
const { files } = generate({ seed: 5, companies: [{ code: 'CRASH' }], rowsPerCompany: ROWS });
const rows = files[0]?.rows ?? [];

let vault: VaultProcess;
let client: Client;
let companyId: number;

beforeAll(async () => {
  vault = await startVaultProcess();
  const partner = await fillCompany(vault.address);
  companyId = partner.companyId;
  client = createClient({ baseUrl: `${vault.address}/api`, getToken: () => partner.bearer });
}, 120_000);
afterAll(() => vault?.stop(), 60_000);

async function importState(id: number) {
  return client.call('GET /imports/{id}', { params: { id } });
}

/** Every external id that the company holds, page by page. */
async function heldIds(): Promise<string[]> {
  const held: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await client.page('GET /individuals', {
      query: { companyId, limit: 200, include: 'externalIds', cursor },
    });
    held.push(...page.rows.flatMap((row) => (row.externalIds ?? []).map(({ externalId }) => externalId)));
    cursor = page.next;
  } while (cursor !== undefined);
  return held.sort();
}

describe('a vault that is killed in the middle of an import', () => {
  let importId: number;

  it('goes on where it stopped: every row is there once', async () => {
    const accepted = await client.call('POST /imports', {
      query: { companyId, purpose: 'kyc', fileName: 'crash.csv' },
      contentType: 'text/csv',
      body: toCsv(rows),
    });
    importId = accepted.id;
    await vi.waitFor(
      async () => {
        const { processed } = await importState(importId);
        expect(processed).toBeGreaterThan(0);
      },
      { timeout: 60_000, interval: 20 },
    );
    const { processed, status } = await importState(importId);
    expect([processed < ROWS, status]).toEqual([true, 'running']);
    await vault.kill();
    await vault.restart();
    await vi.waitFor(async () => expect((await importState(importId)).status).toBe('done'), {
      timeout: 90_000,
      interval: 200,
    });
    expect(await importState(importId)).toMatchObject({ processed: ROWS, accepted: ROWS, rejected: 0 });
    expect(await heldIds()).toEqual(rows.map((row) => row.customer_id).sort());
  }, 240_000);

  it('still proves that nothing in the trail was changed', async () => {
    await vi.waitFor(
      async () => {
        const answer = await client.call('POST /audit-trail/verify', {});
        expect(answer).toMatchObject({ verified: true, firstBadIndex: null, pending: 0 });
      },
      { timeout: 60_000, interval: 500 },
    );
  }, 90_000);

  it('changes nothing when the same file comes again', async () => {
    const again = await client.call('POST /imports', {
      query: { companyId, purpose: 'kyc', fileName: 'crash.csv' },
      contentType: 'text/csv',
      body: toCsv(rows),
    });
    expect(again.id).toBe(importId);
  });
});

describe('what lies on disk', () => {
  // As imported, and as the vault writes a phone number down.
  it('holds no imported value of eight characters or more, in data or logs', async () => {
    const values = rows
      .slice(0, 400)
      .flatMap((row) => [...Object.values(row), row.phone.replace(/\D/g, '').slice(-10)])
      .filter((value) => value.length >= 8);
    expect(values.length).toBeGreaterThan(1_500);
    const logs = await readFile(join(vault.dataDir, 'logs', 'pii-vault.log'), 'utf8');
    expect(logs.length).toBeGreaterThan(0);
    const patterns = join(vault.keysDir, 'patterns');
    await writeFile(patterns, values.join('\n'));
    // grep exits with 1 when it finds nothing.
    const found = await run('grep', ['-rlaF', '-f', patterns, vault.dataDir]).then(
      ({ stdout }) => stdout,
      (error: { code: number }) => (error.code === 1 ? '' : `grep failed with ${error.code}`),
    );
    await rm(patterns);
    expect(found).toBe('');
  }, 120_000);
});
