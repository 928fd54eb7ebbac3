import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkCounters } from './check-counters.ts';
import { checkTrail } from './check-trail.ts';
import { embeddedVault } from './embedded-vault.ts';
import { Findings } from './findings.ts';
import {
  type KeptCheckpoint,
  openCheckpoint,
  readCheckpointFile,
  type SignedHead,
} from './signed-checkpoints.ts';

const USAGE = `usage: audit-fsck [--checkpoints FILE] [--key BASE64] [--schema NAME] [POSTGRES_URL]

Re-derives the audit trail from its rows and checks every signed checkpoint, with code of its own.
Without POSTGRES_URL (or AUDIT_FSCK_URL) it checks the vault that \`make run\` runs in this clone (PIIVAULT_DATA_DIR,
PIIVAULT_KEYS_DIR). --key is the raw Ed25519 public key to trust; without it the keys in FILE are trusted, and without
both those in the database, which then must be believed.
Exit code 0: sound. 1: not sound, the sentence names the entries by index. 2: could not be checked.`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      checkpoints: { type: 'string' },
      key: { type: 'string' },
      schema: { type: 'string', default: 'audit' },
    },
  });
  if (positionals.length > 1 || !/^[a-z_]+$/.test(values.schema)) {
    console.error(USAGE);
    return 2;
  }
  const url = positionals[0] ?? process.env.AUDIT_FSCK_URL;
  const vault = url === undefined ? ownVault() : { url, checkpoints: undefined };
  const file = values.checkpoints ?? vault.checkpoints;
  const filed = file === undefined ? [] : readCheckpointFile(file);
  const client = new pg.Client({ connectionString: vault.url, application_name: 'audit-fsck' });
  await client.connect();
  try {
    // One snapshot for everything. A login that may not see a row finds it missing: use audit_system or the owner.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ${values.schema}`,
    );
    return await check(client, filed, values.key);
  } finally {
    await client.end();
  }
}

function ownVault() {
  const { PIIVAULT_DATA_DIR = '.data', PIIVAULT_KEYS_DIR = '.keys' } = process.env;
  return embeddedVault(PIIVAULT_DATA_DIR, PIIVAULT_KEYS_DIR);
}

async function check(
  client: pg.Client,
  filed: readonly KeptCheckpoint[],
  key: string | undefined,
): Promise<number> {
  const findings = new Findings();
  const { rows } = await client.query<{ id: string; note: string; key_name: string; public_key: Buffer }>(
    'SELECT id::text, note, key_name, public_key FROM checkpoints ORDER BY id',
  );
  const stored = rows.map((row) => ({
    place: `checkpoint ${row.id}`,
    note: row.note,
    keyName: row.key_name,
    publicKey: row.public_key.toString('base64'),
  }));
  const anchors =
    key === undefined ? (filed.length > 0 ? filed : stored).map((kept) => kept.publicKey) : [key];
  const heads: SignedHead[] = [];
  for (const kept of [...filed, ...stored]) {
    const head = openCheckpoint(kept, new Set(anchors));
    if (typeof head === 'string') findings.general(`${kept.place} ${head}`);
    else heads.push(head);
  }
  const totals = await checkTrail(client, heads, findings);
  await checkCounters(client, totals, findings);
  const size = totals.tree.size;
  if (!findings.isEmpty) {
    console.log(`The audit trail is NOT sound: ${findings.describe()}.`);
    return 1;
  }
  const signed = Math.max(0, ...heads.map((head) => head.size));
  console.log(
    `The audit trail is sound: ${size} entries with root ${totals.tree.root().toString('hex')}, ${heads.length} signed checkpoints hold and cover the first ${signed}.`,
  );
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`audit-fsck could not check: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
