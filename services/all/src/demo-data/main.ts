import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@pii-vault/contract/client';
import { defineConfig, loadConfig } from '@pii-vault/platform/core/config/config';
import { z } from 'zod';
import { settings } from '../launcher/settings.ts';
import { measureAccuracy } from './accuracy.ts';
import { terminal } from './ask.ts';
import {
  DEMO_COMPANIES,
  DEMO_SEED,
  importPeople,
  type Login,
  makeCompanies,
  makeUsers,
} from './fill-vault.ts';
import { generate } from './generate.ts';
import { addWebhooks, exerciseRights, keepRegisters, reviewAccess, runChecks } from './keep-registers.ts';
import { signIn } from './sign-in.ts';
import { signedIn, useVault } from './use-vault.ts';

/** Settings of the demo; `rows` is the number of people in each company's file, including duplicates. */
const demoSettings = defineConfig('PIIVAULT_DEMO', {
  /** Address of a vault with another data folder: containers or a cluster. */
  address: z.url({ protocol: /^https?$/ }).optional(),
  rows: z.coerce.number().int().min(1).max(100_000).default(2_000),
});
const LOOK_MS = 1_500;
/**
 * Consecutive polls with equal figures after which matching is considered finished; a full pass takes a few seconds.
 */
const SAME_LOOKS = 6;
/** Maximum number of polls: figures never settle while other clients write. */
const MOST_LOOKS = 400;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** The address of the running vault on this data folder. */
async function runningAddress(dataDir: string): Promise<string> {
  const port = await readFile(join(dataDir, 'port'), 'utf8').catch(() => undefined);
  if (port === undefined)
    throw new Error('No vault has run on this data folder yet: start one with `make run` first');
  return `http://localhost:${port.trim()}`;
}

/** Waits until matching has caught up with the imports: the figures of all links stay equal for several polls. */
async function waitForLinks(client: Client): Promise<void> {
  let before = '';
  for (let looks = 0, same = 0; looks < MOST_LOOKS && same < SAME_LOOKS; looks += 1) {
    const figures = JSON.stringify(await client.call('GET /data-lineage/summary'));
    same = figures === before ? same + 1 : 0;
    before = figures;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

const printLogins = (logins: readonly Login[]) => {
  for (const { role, email, password } of logins) say(`  ${role.padEnd(11)}  ${email}  ${password}`);
};

async function main(): Promise<void> {
  const config = loadConfig(settings, process.env);
  const { rows, address = await runningAddress(config.dataDir) } = loadConfig(demoSettings, process.env);
  const { client, email, password } = await signIn(address, process.env, terminal());
  const companies = await makeCompanies(client);
  const [home] = companies;
  const users = home === undefined ? [] : await makeUsers(client, home);
  const logins = [...(password === undefined ? [] : [{ role: 'super_admin', email, password }]), ...users];
  printLogins(logins);
  say(`\n  ${address}\n\n  You can sign in now. Importing people and finding links takes about a minute.\n`);
  if (home !== undefined) await addWebhooks(client, home);
  await keepRegisters(client, companies);
  const generated = generate({ seed: DEMO_SEED, companies: DEMO_COMPANIES, rowsPerCompany: rows });
  await importPeople(client, companies, generated, ({ company, processed, perSecond, isDone }) => {
    if (isDone) say(`  ${company}: ${processed} people, ${Math.round(perSecond)} a second`);
  });
  if (home !== undefined) {
    const people = await useVault(address, client, home, users);
    const admins = users.filter(({ role }) => role === 'admin');
    const others = await Promise.all(admins.map((login) => signedIn(address, login)));
    if (!(await reviewAccess([client, ...others], home)))
      say(`  ${home.name}: its access review waits for an administrator who did not make the accounts`);
    await exerciseRights(client, home, people);
  }
  await waitForLinks(client);
  await runChecks(client, companies);
  const accuracy = await measureAccuracy(client, companies, generated.truth);
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`;
  say(`  Links: ${accuracy.links}, of which ${percent(accuracy.precision)} join one person;`);
  say(`  verified: ${accuracy.verified}, of which ${percent(accuracy.verifiedPrecision)} do.\n`);
  printLogins(logins);
  say(`\n  ${address}`);
}

await main().catch((error: unknown) => {
  process.stderr.write(
    `\nThe demo was not filled: ${error instanceof Error ? error.message : 'unknown fault'}\n`,
  );
  process.exit(1);
});
