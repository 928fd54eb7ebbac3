// node check-told.ts ADDRESS CONSOLE: compares what scripts/k6/drill.ts was told, in its console's file CONSOLE, with what the vault
// at ADDRESS lists and reveals, and with its database (DRILL_DATABASE_URL, DRILL_DATABASE_CA, DRILL_DATABASE_PASSWORD). Waits
// until nothing is under way in it.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { compareTold } from '../faults/checker/compare-told.ts';
import { type Finding, findingOf } from '../faults/checker/finding.ts';
import { listEveryone, revealEveryone } from '../faults/checker/last-answers.ts';
import { readUnrest } from '../faults/checker/unrest.ts';
import { partnerCalls } from '../faults/load/partner-calls.ts';
import { readToldFile } from './told-file.ts';

const LOOK_MS = 1_000;
const MOST_LOOKS = 180;

const [address = '', file = ''] = process.argv.slice(2);
const { companyId, partner, told } = readToldFile(await readFile(file, 'utf8'));
const tenants = [{ companyId, bearer: partner }];
const load = { told, callsOf: () => partnerCalls(address, partner, told, () => 0) };

async function connect(): Promise<pg.Client> {
  const { DRILL_DATABASE_URL = '', DRILL_DATABASE_CA = '', DRILL_DATABASE_PASSWORD = '' } = process.env;
  const url = new URL(DRILL_DATABASE_URL);
  url.password = DRILL_DATABASE_PASSWORD;
  const client = new pg.Client({
    connectionString: url.href,
    ssl: { ca: await readFile(DRILL_DATABASE_CA, 'utf8'), servername: 'postgres' },
  });
  await client.connect();
  return client;
}

/** What is still under way when the vault has had its time: events, matching, messages set aside. */
async function stillUnderWay(client: pg.Client): Promise<string[]> {
  for (let looks = 0; ; looks += 1) {
    const unrest = Object.entries(await readUnrest(client));
    if (unrest.length === 0 || looks === MOST_LOOKS)
      return unrest.map(([what, count]) => `${count} in ${what}`);
    await delay(LOOK_MS);
  }
}

const listed = await listEveryone({ tenants, load });
const leftOut = await revealEveryone({ tenants, load });
const client = await connect();
const findings: Finding[] = [];
try {
  findings.push(
    ...findingOf('nothing is left behind', 'under way for too long', await stillUnderWay(client)),
  );
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  findings.push(...(await compareTold(client, told, [companyId], listed)));
} finally {
  await client.end();
}
findings.push(...findingOf('no acknowledged write lost', 'people whom the last reveal left out', leftOut));
process.stdout.write(
  `${told.people.size} people were acknowledged, ${listed.length} are listed, ${findings.length} findings\n`,
);
for (const finding of findings) process.stdout.write(`${JSON.stringify(finding)}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
