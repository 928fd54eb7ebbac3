import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DEMO_COMPANIES, DEMO_SEED } from '@pii-vault/all/demo-data/fill-vault';
import { generate } from '@pii-vault/all/demo-data/generate';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { DeployedVault } from '../../running-vault/deployed-vault.ts';
import { DEMO_ROWS, fillDemo } from '../../running-vault/fill-demo.ts';
import { findFilesContaining } from '../../running-vault/find-files-containing.ts';
import type { Walk } from './walk.ts';

const MINUTE_MS = 60_000;
const texts = z.record(z.string(), z.string());

/**
 * Runs `make demo`, then searches logs, spans and metrics of every container for values of people of the demo and of
 * the walk.
 */
export function noValueReadable(walk: Walk<DeployedVault>): void {
  it(
    'logs, spans and metrics hold no value of a person',
    async () => {
      await fillDemo(walk.vault, walk.admin);
      const outputs = { ...(await logsOf(walk.vault)), ...(await metricsOf(walk.vault)) };
      expect(Object.keys(outputs)).toEqual(
        expect.arrayContaining(['vault.log', 'collector.log', 'postgres.log', 'http://vault:9464/metrics']),
      );
      expect(await outputsWith(outputs, valuesOf(walk))).toEqual([]);
    },
    10 * MINUTE_MS,
  );

  it('finds a value that is in a log', async () => {
    const [value = ''] = [walk.people.shared.email];
    expect(await outputsWith({ 'a.log': `{"msg":"stored ${value}"}` }, valuesOf(walk))).toEqual(['a.log']);
  });
}

/** Values that were sent about people, and phone numbers in the vault's normalised form. */
function valuesOf({ people }: Walk): readonly string[] {
  const demo = generate({ seed: DEMO_SEED, companies: DEMO_COMPANIES, rowsPerCompany: DEMO_ROWS });
  const rows = [...demo.files.flatMap((file) => file.rows), ...people.bank.rows, ...people.clinic.rows];
  // Without dates of birth, which equal other dates, and without external ids, which are not personal data.
  return rows.flatMap(({ name, aadhaar, pan, phone, email, address }) => [
    name,
    aadhaar,
    pan,
    phone,
    phone.replace(/\D/g, '').slice(-10),
    email,
    address,
  ]);
}

async function logsOf(vault: DeployedVault): Promise<Record<string, string>> {
  const names = await vault.containers();
  const all = await Promise.all(names.map(async (name) => [`${name}.log`, await vault.logs(name)] as const));
  return Object.fromEntries(all);
}

/** Metrics of each target of Prometheus. */
async function metricsOf(vault: DeployedVault): Promise<Record<string, string>> {
  const script = `
    const { data } = await (await fetch('http://prometheus:9090/api/v1/targets')).json();
    const read = async ({ scrapeUrl, labels }) =>
      [\`http://\${labels.component ?? labels.job}:9464/metrics\`, await (await fetch(scrapeUrl)).text()];
    console.log(JSON.stringify(Object.fromEntries(await Promise.all(data.activeTargets.map(read)))));`;
  return texts.parse(JSON.parse(await vault.evaluate('gateway', script)));
}

/** Names of the outputs that hold one of the values of eight characters or more. */
async function outputsWith(
  outputs: Readonly<Record<string, string>>,
  values: readonly string[],
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'outputs-'));
  try {
    const names = Object.keys(outputs);
    for (const [index, name] of names.entries())
      await writeFile(join(folder, String(index)), outputs[name] ?? '');
    const found = await findFilesContaining(values, [folder]);
    return found.map((file) => names[Number(basename(file))] ?? file);
  } finally {
    await rm(folder, { recursive: true });
  }
}
