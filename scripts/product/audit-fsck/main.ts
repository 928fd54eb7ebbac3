import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { checkCounters } from './check-counters.ts';
import { checkTrail } from './check-trail.ts';
import { Findings } from './findings.ts';
import {
  type KeptCheckpoint,
  openCheckpoint,
  readCheckpointFile,
  type SignedHead,
} from './signed-checkpoints.ts';

const USAGE = `usage: audit-fsck [--checkpoints FILE] [--key BASE64] [--schema NAME] [POSTGRES_URL]

Recomputes the Merkle tree of the audit trail from its rows and verifies every signed checkpoint, independently of the
product's code. Without POSTGRES_URL (or AUDIT_FSCK_URL) it checks the vault that \`make run\` runs in this clone
(PIIVAULT_DATA_DIR, PIIVAULT_KEYS_DIR). --key is the trusted raw Ed25519 public key. Without it, the keys in FILE are
trusted; without FILE, those in the database, which proves less.
Exit code 0: sound. 1: not sound, the output names the entries by index. 2: could not be checked.`;

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
    // One snapshot for all queries. Rows that the role cannot read count as missing: connect as audit_system or the
    // owner.
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ${values.schema}`,
    );
    return await check(client, filed, values.key);
  } finally {
    await client.end();
  }
}

/**
 * The trail and the checkpoint file of `make run` in this clone: the embedded server's port is in postmaster.pid
 * (line 4), the password of the audit service in the secrets.
 * @throws Error if it has never run. A server that is stopped now refuses the connection later.
 */
function ownVault(): { readonly url: string; readonly checkpoints: string } {
  const { PIIVAULT_DATA_DIR = '.data', PIIVAULT_KEYS_DIR = '.keys' } = process.env;
  const port = readFileSync(join(PIIVAULT_DATA_DIR, 'postgres/pgdata/postmaster.pid'), 'utf8').split('\n')[3];
  const password = readFileSync(join(PIIVAULT_KEYS_DIR, 'secrets/audit-system-database'), 'utf8');
  return {
    url: `postgres://audit_system:${encodeURIComponent(password)}@127.0.0.1:${Number(port)}/postgres`,
    checkpoints: join(PIIVAULT_KEYS_DIR, 'audit-checkpoints'),
  };
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
  const root = totals.tree.root().toString('hex');
  const checkpoints = `${heads.length} signed checkpoints hold and cover the first ${signed}`;
  console.log(`The audit trail is sound: ${size} entries with root ${root}, ${checkpoints}.`);
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`audit-fsck could not check: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
