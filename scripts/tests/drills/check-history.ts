// Compares (node check-history.ts ADDRESS CONSOLE) the answers that scripts/tests/k6/drill.ts logged in the file
// CONSOLE with what the vault at ADDRESS lists and reveals, and with its database (DRILL_DATABASE_URL,
// DRILL_DATABASE_CA, DRILL_DATABASE_PASSWORD). Waits until the vault has no pending work.
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { compareHistory } from '../faults/checker/compare-history.ts';
import { listAllPeople, revealAllPeople } from '../faults/checker/final-reads.ts';
import { type Finding, findingOf } from '../faults/checker/finding.ts';
import { readPendingWork } from '../faults/checker/pending-work.ts';
import { partnerCalls } from '../faults/load/partner-calls.ts';
import { readHistoryFile } from './history-file.ts';

const POLL_MS = 2_000;
const MOST_LOOKS = 90;

const [address = '', file = ''] = process.argv.slice(2);
const { companyId, partner, history } = readHistoryFile(await readFile(file, 'utf8'));
const tenants = [{ companyId, bearer: partner }];
const load = { history, callsOf: () => partnerCalls(address, partner, history, () => 0) };

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

/** Reads pending work and differences from the acknowledged operations, in one snapshot. */
async function look(client: pg.Client): Promise<Finding[]> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const pending = Object.entries(await readPendingWork(client)).map(
      ([what, count]) => `${count} in ${what}`,
    );
    return [
      ...findingOf('nothing is left behind', 'work that is still pending', pending),
      ...(await compareHistory(client, history, [companyId], listed)),
    ];
  } finally {
    await client.query('COMMIT');
  }
}

const listed = await listAllPeople({ tenants, load });
const notRevealed = await revealAllPeople({ tenants, load });
const client = await connect();
let findings = await look(client);
// Events reach the trail after their requests are answered.
for (let looks = 1; findings.length > 0 && looks < MOST_LOOKS; looks += 1) {
  await delay(POLL_MS);
  findings = await look(client);
}
await client.end();
findings.push(...findingOf('no acknowledged write lost', 'people missing from the last reveal', notRevealed));
process.stdout.write(
  `${history.people.size} people were acknowledged, ${listed.length} are listed, ${findings.length} findings\n`,
);
for (const finding of findings) process.stdout.write(`${JSON.stringify(finding)}\n`);
process.exitCode = findings.length > 0 ? 1 : 0;
