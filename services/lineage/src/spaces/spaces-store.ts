import type { Tx } from '@pii-vault/platform/postgres/database';
import type { Scope } from './scopes/scope.ts';
import { type ScopeEncoding, type Space, type SpaceName, spaceKey } from './space.ts';

export const SPACE_COLUMNS = `s.id, s.scope, s.key_version AS "keyVersion", s.encoding_version AS "encodingVersion",
  s.state, s.model_version AS "modelVersion", s.member_key_version AS "memberKeyVersion"`;

/**
 * The spaces of these names, by spaceKey; creates missing ones. The first space of a scope is active, unless its people
 * are being back-filled; a further one is `building` until the back-fill is done. Omits a space that waits for deletion
 * or whose agreement has ended.
 * @param records number of records to be written: as many new record ids are returned, if there is a space
 */
export async function ensureSpaces(
  tx: Tx,
  names: readonly SpaceName[],
  memberKeyVersion: number,
  records = 0,
): Promise<FoundSpaces> {
  const wanted = [...new Map(names.map((name) => [spaceKey(name), name])).values()];
  const values = [
    wanted.map((name) => name.scope),
    wanted.map((name) => name.keyVersion),
    wanted.map((name) => name.encodingVersion),
  ];
  const found = await findSpaces(tx, values, records);
  if (found.spaces.size === wanted.length) return found;
  await makeSpaces(tx, values, memberKeyVersion);
  let made = await findSpaces(tx, values, records);
  if (made.spaces.size < wanted.length) {
    // Another batch may have created the scope's active space meanwhile: a space of another key starts as `building`.
    await makeSpaces(tx, values, memberKeyVersion);
    made = await findSpaces(tx, values, records);
  }
  const isNew = [...made.spaces].filter(([key, { state }]) => state === 'building' && !found.spaces.has(key));
  await queueBackfills(
    tx,
    isNew.map(([, space]) => space),
  );
  return made;
}

/** Waits for transactions that create one of them, or another active space of the scope. */
async function makeSpaces(tx: Tx, values: readonly unknown[], memberKeyVersion: number): Promise<void> {
  await tx.query(
    `INSERT INTO match_spaces (scope, key_version, encoding_version, state, member_key_version)
     SELECT i.scope, i.key_version, i.encoding_version,
       CASE WHEN EXISTS (SELECT FROM match_spaces s WHERE s.scope = i.scope AND s.state <> 'dropping')
         OR EXISTS (SELECT FROM match_backfills b WHERE b.scope = i.scope AND b.encoding_version = i.encoding_version)
         THEN 'building' ELSE 'active' END, $4
     FROM unnest($1::text[], $2::int[], $3::int[]) AS i(scope, key_version, encoding_version)
     WHERE i.scope LIKE 'intra:%' OR EXISTS (SELECT FROM agreement_scopes a WHERE i.scope = 'cross:' || a.agreement_id)
     ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    [...values, memberKeyVersion],
  );
}

export interface FoundSpaces {
  /** By spaceKey. */
  readonly spaces: Map<string, Space>;
  readonly recordIds: readonly number[];
}

async function findSpaces(tx: Tx, values: readonly unknown[], records: number): Promise<FoundSpaces> {
  const [, rows] = await Promise.all([
    // Asynchronous commit: the queue keeps the people until they are matched, so features may be lost in a crash.
    // Cached generic plans, as under a lock (begin_match).
    tx.query({
      name: 'match_spaces_settings',
      text: `SELECT set_config('synchronous_commit', 'off', true),
        set_config('plan_cache_mode', 'force_generic_plan', true)`,
    }),
    tx.query<Space & { recordIds: number[] }>({
      name: 'match_spaces_find',
      text: `SELECT ${SPACE_COLUMNS},
          ARRAY(SELECT nextval('match_record_id') FROM generate_series(1, $4::int)) AS "recordIds"
        FROM match_spaces s
        JOIN unnest($1::text[], $2::int[], $3::int[]) AS i(scope, key_version, encoding_version)
          USING (scope, key_version, encoding_version)
        WHERE s.state <> 'dropping'`,
      values: [...values, records],
    }),
  ]);
  return {
    spaces: new Map(rows.map(({ recordIds: _, ...space }) => [spaceKey(space), space])),
    recordIds: rows[0]?.recordIds ?? [],
  };
}

/** A new index key or encoding: all people of the scope's companies are pulled again. */
export async function queueBackfills(
  tx: Tx,
  spaces: ReadonlyArray<Pick<SpaceName, 'scope' | 'encodingVersion'>>,
): Promise<void> {
  if (spaces.length === 0) return;
  await tx.query(
    `INSERT INTO match_backfills (company_id, scope, encoding_version)
     SELECT substr(i.scope, 7)::bigint, i.scope, i.encoding_version
     FROM unnest($1::text[], $2::int[]) AS i(scope, encoding_version) WHERE i.scope LIKE 'intra:%'
     UNION
     SELECT a.company_id, i.scope, i.encoding_version
     FROM unnest($1::text[], $2::int[]) AS i(scope, encoding_version)
     JOIN agreement_scopes a ON i.scope = 'cross:' || a.agreement_id
     ORDER BY 1, 2, 3 ON CONFLICT DO NOTHING`,
    [spaces.map(({ scope }) => scope), spaces.map(({ encodingVersion }) => encodingVersion)],
  );
}

/** An active space, in which records are matched. */
export interface ActiveSpace extends Space {
  /** Records wait in it to be matched again, or keys have lost a record. */
  readonly isWaiting: boolean;
  /** Its scope has decisions. */
  readonly isDecided: boolean;
  /** Tokens of handles and cells of values that count as missing (common-values.ts). */
  readonly hotHandles: readonly string[];
  /** Cells that too many records share now. */
  readonly commonCells: readonly number[];
}

/** The active spaces of these scopes. */
export async function activeSpaces(tx: Tx, scopes: readonly Scope[]): Promise<ActiveSpace[]> {
  return tx.query<ActiveSpace>({
    name: 'match_spaces_active',
    text: `SELECT ${SPACE_COLUMNS}, (EXISTS (SELECT FROM match_again a WHERE a.space_id = s.id)
        OR EXISTS (SELECT FROM match_again_together a WHERE a.space_id = s.id)
        OR EXISTS (SELECT FROM match_removed_tokens t WHERE t.space_id = s.id)) AS "isWaiting",
        EXISTS (SELECT FROM decisions d WHERE d.scope = s.scope) AS "isDecided",
        ARRAY(SELECT h.token::text FROM match_hot_tokens h WHERE h.space_id = s.id AND h.is_handle) AS "hotHandles",
        common_cells(s.id) AS "commonCells"
      FROM match_spaces s WHERE s.scope = ANY ($1::text[]) AND s.state = 'active'`,
    values: [scopes],
  });
}

export async function spacesById(tx: Tx, ids: readonly number[]): Promise<Map<number, Space>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.query<Space>(
    `SELECT ${SPACE_COLUMNS} FROM match_spaces s WHERE s.id = ANY ($1::int[])`,
    [ids],
  );
  return new Map(rows.map((space) => [space.id, space]));
}

/** Encodings of a company's scopes, including those being added. */
export async function liveEncodings(tx: Tx, companyId: number): Promise<ScopeEncoding[]> {
  return tx.query<ScopeEncoding>({
    name: 'match_spaces_live',
    text: `SELECT DISTINCT scope, encoding_version AS "encodingVersion" FROM match_spaces
      WHERE state <> 'dropping' AND (scope = 'intra:' || $1::bigint
        OR scope IN (SELECT 'cross:' || agreement_id FROM agreement_scopes WHERE company_id = $1))`,
    values: [companyId],
  });
}

/** Spaces whose back-fill is done and that are not matched yet. */
export async function builtSpaces(tx: Tx): Promise<Space[]> {
  return tx.query<Space>(
    `SELECT ${SPACE_COLUMNS} FROM match_spaces s WHERE s.state = 'building' AND NOT EXISTS
       (SELECT FROM match_backfills b WHERE b.scope = s.scope AND b.encoding_version = s.encoding_version)
     ORDER BY s.encoding_version, s.key_version, s.id`,
  );
}

/** Switches a scope to a complete space: all its records are matched, and former edges are replaced. */
export async function activateSpace(tx: Tx, { id, scope }: Space, modelVersion: string): Promise<void> {
  await tx.query(`UPDATE match_spaces SET state = 'dropping' WHERE scope = $1 AND state = 'active'`, [scope]);
  await tx.query(`UPDATE match_spaces SET state = 'active', model_version = $2 WHERE id = $1`, [
    id,
    modelVersion,
  ]);
  await matchAllAgain(tx, [id]);
}

/**
 * Sets the newest shipped model for active spaces of an encoding; a space with another one is matched again. A model
 * learnt from that shipped model stays (scope-models.ts).
 */
export async function adoptModel(tx: Tx, encodingVersion: number, modelVersion: string): Promise<void> {
  const rows = await tx.query<{ id: number; had: string | null }>(
    `UPDATE match_spaces SET model_version = $2
     WHERE state = 'active' AND encoding_version = $1 AND model_version IS DISTINCT FROM $2
       AND NOT coalesce(starts_with(model_version, $2 || '/'), false)
     RETURNING id, old.model_version AS had`,
    [encodingVersion, modelVersion],
  );
  await matchAllAgain(
    tx,
    rows.filter(({ had }) => had !== null).map(({ id }) => id),
  );
}

export async function matchAllAgain(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.query(
    `INSERT INTO match_again (space_id, record_id)
     SELECT space_id, record_id FROM match_records WHERE space_id = ANY ($1::int[]) ON CONFLICT DO NOTHING`,
    [ids],
  );
}

export interface WaitingSpace {
  readonly space: Space;
  /** Number of records that wait to be matched again; 0 when only keys wait that have lost a record. */
  readonly waiting: number;
}

/** Active spaces with waiting records or keys. */
export async function waitingSpaces(tx: Tx): Promise<WaitingSpace[]> {
  const rows = await tx.query<Space & { waiting: number }>(
    `SELECT ${SPACE_COLUMNS}, w.waiting
     FROM match_spaces s
     CROSS JOIN LATERAL (SELECT ((SELECT count(*) FROM match_again a WHERE a.space_id = s.id)
       + (SELECT coalesce(sum(cardinality(a.record_ids)), 0) FROM match_again_together a
          WHERE a.space_id = s.id))::int AS waiting) w
     WHERE s.state = 'active'
       AND (w.waiting > 0 OR EXISTS (SELECT FROM match_removed_tokens t WHERE t.space_id = s.id)) ORDER BY s.scope`,
  );
  return rows.map(({ waiting, ...space }) => ({ space, waiting }));
}

/** Number of records of a space, at most `most`: counting reads every row. */
export async function countRecords(tx: Tx, { id }: Pick<Space, 'id'>, most: number): Promise<number> {
  const [row] = await tx.query<{ records: number }>(
    `SELECT count(*)::int AS records FROM (SELECT FROM match_records r WHERE r.space_id = $1 LIMIT $2) c`,
    [id, most],
  );
  return row?.records ?? 0;
}

export async function droppingSpace(tx: Tx): Promise<Space | undefined> {
  const [space] = await tx.query<Space>(
    `SELECT ${SPACE_COLUMNS} FROM match_spaces s WHERE s.state = 'dropping' ORDER BY s.id LIMIT 1`,
  );
  return space;
}

const TABLES =
  'match_hot_tokens match_value_counts match_removed_tokens match_again match_again_together'.split(' ');

/** Deletes an empty space; with the last one of a scope also its models, if no edge is left. */
export async function forgetSpace(tx: Tx, { id, scope }: Space): Promise<void> {
  for (const table of TABLES) await tx.query(`DELETE FROM ${table} WHERE space_id = $1`, [id]);
  await tx.query('DELETE FROM match_spaces WHERE id = $1', [id]);
  await tx.query(
    `DELETE FROM match_models m WHERE m.scope = $1
       AND NOT EXISTS (SELECT FROM match_spaces s WHERE s.scope = m.scope)
       AND NOT EXISTS (SELECT FROM data_lineage e WHERE e.scope = m.scope)`,
    [scope],
  );
}
