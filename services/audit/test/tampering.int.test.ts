import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { leafHash } from '../src/tree/merkle/hash.ts';
import { appendLeaves } from '../src/tree/merkle/tree.ts';
import { reveals } from './audit-world.ts';
import { TrailDatabase } from './trail-database.ts';

const TABLES = [
  'audit_trail',
  'tree_nodes',
  'tree_state',
  'company_heads',
  'producer_heads',
  'reveal_counts',
  'checkpoints',
];
const COLUMNS = `company_id, leaf_index, company_seq, producer, epoch, seq, individual_id, pii_field_id, action, actor_type,
  actor_id, details, compliance_flags, ip_address, user_agent, "timestamp", leaf, salt, leaf_hash`;

let trail: TrailDatabase;
let fileBefore: string;
const sql = (text: string, values?: readonly unknown[]) =>
  trail.database.sql<Record<string, unknown>>(text, values);

beforeAll(async () => {
  trail = await TrailDatabase.create();
  await trail.append([...reveals(1, 20), ...reveals(2, 15)]);
  await trail.sign();
  await trail.append([...reveals(2, 5, 50), { action: 'setup_admin' }, ...reveals(1, 5, 70)]);
  await trail.sign();
  await trail.append(reveals(1, 4, 90));
  fileBefore = await readFile(trail.filePath, 'utf8');
  for (const table of TABLES) await sql(`CREATE TABLE public.${table} AS SELECT * FROM audit.${table}`);
});
afterAll(() => trail?.database.drop());
afterEach(async () => {
  for (const table of TABLES) {
    const columns = table === 'audit_trail' ? COLUMNS : '*';
    await sql(`DELETE FROM audit.${table}`);
    const overriding = table === 'checkpoints' ? 'OVERRIDING SYSTEM VALUE' : '';
    const target = table === 'audit_trail' ? `audit.audit_trail (${COLUMNS})` : `audit.${table}`;
    await sql(`INSERT INTO ${target} ${overriding} SELECT ${columns} FROM public.${table}`);
  }
  await writeFile(trail.filePath, fileBefore);
});

/** Runs the verification and audit-fsck, which share no code. */
async function bothSay(): Promise<{
  index: number | undefined;
  reason: string | undefined;
  fsck: { code: number; said: string };
}> {
  const [{ finding }, fsck] = await Promise.all([trail.verify(), trail.fsck()]);
  return { index: finding?.index, reason: finding?.reason, fsck };
}

async function expectNamed(index: number, fsckNames = new RegExp(`\\bentry ${index} `)): Promise<void> {
  const said = await bothSay();
  expect(said.index).toBe(index);
  expect(said.reason).toMatch(new RegExp(`\\b${index}\\b`));
  expect(said.fsck.said).toMatch(fsckNames);
  expect(said.fsck.said.trim().split('\n')).toHaveLength(1);
  expect(said.fsck.code).toBe(1);
}

describe('an untouched trail', () => {
  it('passes both checks', async () => {
    const { finding, treeSize, entriesChecked } = await trail.verify();
    expect([finding, treeSize, entriesChecked]).toEqual([undefined, 50, 50]);
    const fsck = await trail.fsck();
    expect(fsck.said).toMatch(
      /^The audit trail is sound: 50 entries with root [0-9a-f]{64}, 4 signed checkpoints hold/,
    );
    expect(fsck.code).toBe(0);
  });
});

describe('a row changed by SQL is named by both', () => {
  it.each([
    "actor_id = '8'",
    'individual_id = 999',
    "action = 'field_view'",
    `details = jsonb_set(details, '{purpose}', '"marketing"')`,
    `details = details - 'fieldNames'`,
    `compliance_flags = '{"violation": true, "dpdpCompliant": true}'`,
    "ip_address = ''",
    "user_agent = 'curl'",
    `"timestamp" = "timestamp" + interval '1 microsecond'`,
    'company_seq = 400',
    'seq = 4000',
    "leaf = convert_to(replace(convert_from(leaf, 'UTF8'), 'kyc', 'ads'), 'UTF8')",
    "leaf = leaf || ' '::bytea",
    "salt = decode(repeat('ab', 16), 'hex')",
    "leaf_hash = decode(repeat('ab', 32), 'hex')",
  ])('%s', async (change) => {
    await sql(`UPDATE audit.audit_trail SET ${change} WHERE leaf_index = 17`);
    await expectNamed(17);
  });

  it('another company', async () => {
    await sql('UPDATE audit.audit_trail SET company_id = 2 WHERE leaf_index = 17');
    await expectNamed(17);
  });

  it('column and bytes, consistently', async () => {
    await sql(
      `UPDATE audit.audit_trail SET actor_id = '8', leaf = convert_to(replace(convert_from(leaf, 'UTF8'), '"actorId":"7"', '"actorId":"8"'), 'UTF8')
       WHERE leaf_index = 17`,
    );
    await expectNamed(17);
  });

  it('column, bytes and the hash of the row', async () => {
    await rewriteRow(17);
    await expectNamed(17);
  });
});

describe('rows that are missing or moved', () => {
  it('one deleted', async () => {
    await sql('DELETE FROM audit.audit_trail WHERE leaf_index = 22');
    await expectNamed(22);
  });

  it('the first deleted', async () => {
    await sql('DELETE FROM audit.audit_trail WHERE leaf_index = 0');
    await expectNamed(0);
  });

  it('one deleted and the later ones moved up', async () => {
    await sql('DELETE FROM audit.audit_trail WHERE leaf_index = 22');
    await sql('UPDATE audit.audit_trail SET leaf_index = leaf_index + 9999 WHERE leaf_index > 22');
    await sql('UPDATE audit.audit_trail SET leaf_index = leaf_index - 10000 WHERE leaf_index >= 10000');
    await expectNamed(22, /\bentr(y|ies) 22 /);
  });

  it('two swapped', async () => {
    await sql('ALTER TABLE audit.audit_trail DROP CONSTRAINT audit_trail_leaf_index_check');
    await sql('UPDATE audit.audit_trail SET leaf_index = -1 WHERE leaf_index = 5');
    await sql('UPDATE audit.audit_trail SET leaf_index = 5 WHERE leaf_index = 30');
    await sql('UPDATE audit.audit_trail SET leaf_index = 30 WHERE leaf_index = -1');
    await expectNamed(5);
    expect((await trail.fsck()).said).toContain('entry 30 ');
  });

  it('the end truncated', async () => {
    await sql('DELETE FROM audit.audit_trail WHERE leaf_index >= 44');
    await expectNamed(44, /\bentries 44 to 45 are missing .*entries 46 to 49 are missing/);
  });

  it('everything rolled back to an earlier state, including counters and checkpoints', async () => {
    await rollBackTo(35);
    await expectNamed(35, /\bentries 35 to 45 are missing/);
  });

  it('a rollback that other entries replace', async () => {
    await rollBackTo(35);
    const other = trail.messages(reveals(1, 20, 500)).map((message, at) => ({ ...message, seq: 36 + at }));
    await trail.take(other);
    const said = await bothSay();
    expect([said.index, said.fsck.code]).toEqual([35, 1]);
    expect(said.fsck.said).toContain('entry 35 or one up to 45');
  });

  it('a row rewritten with every hash above it: both name the signed roots around it', async () => {
    await rewriteRow(40);
    await rebuildTree();
    const said = await bothSay();
    expect([said.index, said.fsck.code]).toEqual([35, 1]);
    expect(said.reason).toContain('from 35 to 45');
    expect(said.fsck.said).toContain('entry 35 or one up to 45');
  });
});

describe('data other than the rows', () => {
  it('a tree hash', async () => {
    await sql(
      `UPDATE audit.tree_nodes SET hash = decode(repeat('ab', 32), 'hex') WHERE level = 2 AND index = 3`,
    );
    await expectNamed(12);
  });

  it('a recorded end before the last row', async () => {
    await sql('UPDATE audit.tree_state SET size = 48');
    await expectNamed(48);
  });

  it.each([
    ['UPDATE audit.company_heads SET last_seq = last_seq - 1 WHERE company_id = 2', /company 2/],
    ['UPDATE audit.producer_heads SET last_seq = last_seq + 1', /position of vault/],
  ])('%s', async (change, named) => {
    await sql(change);
    const said = await bothSay();
    expect(said.reason).toMatch(named);
    expect(said.fsck).toMatchObject({ code: 1, said: expect.stringMatching(named) });
  });

  it('the count of reveals', async () => {
    await sql('UPDATE audit.reveal_counts SET decrypted_values = 1 WHERE company_id = 1');
    expect((await trail.verify()).finding?.reason).toContain('reveal entries of company 1');
  });

  it('a checkpoint of the database', async () => {
    await sql(
      "UPDATE audit.checkpoints SET note = replace(note, E'\\n35\\n', E'\\n36\\n'), tree_size = 36 WHERE tree_size = 35",
    );
    const said = await bothSay();
    expect(said.reason).toContain('its signature does not verify');
    expect(said.fsck.said).toContain('signature');
    expect(said.fsck.code).toBe(1);
  });

  it('a checkpoint signed with a key of the intruder', async () => {
    const intruder = await TrailDatabase.create();
    await intruder.append(reveals(1, 3));
    await intruder.sign();
    const [foreign] = await intruder.database.sql<Record<string, unknown>>(
      'SELECT note, key_name, public_key, root_hash FROM audit.checkpoints',
    );
    await intruder.database.drop();
    await sql(
      'UPDATE audit.checkpoints SET tree_size = 3, note = $1, key_name = $2, public_key = $3, root_hash = $4 WHERE tree_size = 46',
      [foreign?.note, foreign?.key_name, foreign?.public_key, foreign?.root_hash],
    );
    const said = await bothSay();
    expect(said.reason).toContain('an unknown key');
    expect(said.fsck.said).toContain('a key that is not trusted');
  });

  it('a checkpoint line that a crash truncated is skipped, a changed one is reported', async () => {
    await writeFile(trail.filePath, `${fileBefore}{"signedAt":"2026-`);
    expect((await bothSay()).index).toBeUndefined();
    await writeFile(trail.filePath, fileBefore.replace('\\n46\\n', '\\n47\\n'));
    expect((await bothSay()).reason).toContain('signature');
  });
});

describe('no checkpoint is signed over a tree', () => {
  it.each<[string, () => Promise<unknown>, string]>([
    [
      'whose signed row was rewritten with every hash above it',
      () => rewriteRow(20).then(rebuildTree),
      'CONTRADICTED',
    ],
    ['rolled back with its checkpoints', () => rollBackTo(40), 'CONTRADICTED'],
    [
      'with another hash over signed entries',
      () =>
        sql(
          `UPDATE audit.tree_nodes SET hash = decode(repeat('ab', 32), 'hex') WHERE level = 5 AND index = 0`,
        ),
      'CONTRADICTED',
    ],
    ['without a hash', () => sql('DELETE FROM audit.tree_nodes WHERE level = 5 AND index = 0'), 'DAMAGED'],
  ])('%s', async (_, tamper, reason) => {
    await tamper();
    const count = async () => (await sql('SELECT FROM audit.checkpoints')).length;
    const before = await count();
    await expect(trail.sign()).rejects.toMatchObject({ code: 'DATA_LOSS', reason: `TREE_${reason}` });
    expect([await count(), await readFile(trail.filePath, 'utf8')]).toEqual([before, fileBefore]);
  });
});

/** Replaces a row's content with a matching hash, as a user with all privileges on the table could. */
async function rewriteRow(index: number): Promise<void> {
  const [row] = await trail.database.sql<{ leaf: Buffer; salt: Buffer }>(
    'SELECT leaf, salt FROM audit.audit_trail WHERE leaf_index = $1',
    [index],
  );
  if (row === undefined) throw new Error('no such row');
  const leaf = Buffer.from(row.leaf.toString().replace('"actorId":"7"', '"actorId":"8"'));
  await sql("UPDATE audit.audit_trail SET actor_id = '8', leaf = $2, leaf_hash = $3 WHERE leaf_index = $1", [
    index,
    leaf,
    leafHash(row.salt, leaf),
  ]);
}

async function rebuildTree(): Promise<void> {
  const rows = await trail.database.sql<{ leaf_hash: Buffer }>(
    'SELECT leaf_hash FROM audit.audit_trail ORDER BY leaf_index',
  );
  await sql('DELETE FROM audit.tree_nodes');
  for (const node of appendLeaves(
    0,
    new Map(),
    rows.map((row) => row.leaf_hash),
  ))
    await sql('INSERT INTO audit.tree_nodes VALUES ($1, $2, $3)', [node.level, node.index, node.hash]);
}

async function rollBackTo(size: number): Promise<void> {
  await sql('DELETE FROM audit.audit_trail WHERE leaf_index >= $1', [size]);
  await sql('DELETE FROM audit.tree_nodes WHERE (index + 1) << level > $1', [size]);
  await sql('UPDATE audit.tree_state SET size = $1', [size]);
  await sql('DELETE FROM audit.checkpoints WHERE tree_size > $1', [size]);
  await sql('UPDATE audit.producer_heads SET last_seq = $1', [size]);
  await sql('DELETE FROM audit.company_heads');
  await sql(
    'INSERT INTO audit.company_heads SELECT company_id, max(company_seq), now() FROM audit.audit_trail GROUP BY 1',
  );
  await sql('DELETE FROM audit.reveal_counts');
  await sql(
    "INSERT INTO audit.reveal_counts SELECT company_id, 'reveal', count(*), 2 * count(*) FROM audit.audit_trail GROUP BY 1",
  );
}
