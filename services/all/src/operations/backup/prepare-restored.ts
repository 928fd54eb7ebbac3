import type pg from 'pg';
import { tableName } from './backed-up-tables.ts';
import { END_SESSIONS } from './end-sessions.ts';

/**
 * Prepares a restored database: releases all leases, ends all sessions and starts a new epoch of event numbers,
 * because consumers may know numbers that were assigned after the backup. @returns number of audit entries
 */
export async function prepareRestored(
  client: pg.ClientBase,
  schemas: readonly string[],
  busSchema: string | undefined,
): Promise<number> {
  for (const schema of schemas) {
    if (busSchema !== undefined) await deletePublished(client, schema, busSchema);
    await client.query(
      `UPDATE ${tableName({ schema, table: 'relay_lease' })}
       SET holder = NULL, fence = fence + 1, expires_at = '-infinity', epoch = epoch + 1, inflight_ids = '{}', inflight_seqs = '{}'`,
    );
  }
  await client.query(END_SESSIONS);
  const { rows } = await client.query<{ size: string }>('SELECT size::text FROM audit.tree_state');
  return Number(rows[0]?.size ?? 0);
}

/**
 * Deletes outbox rows of a batch that had reached the log before the backup. Published again under numbers of the new
 * epoch, consumers would not recognise it as a duplicate.
 */
async function deletePublished(client: pg.ClientBase, schema: string, busSchema: string): Promise<void> {
  const of = (table: string) => tableName({ schema, table });
  await client.query(
    `DELETE FROM ${of('outbox')} o
     USING ${of('relay_lease')} l, unnest(l.inflight_ids, l.inflight_seqs) AS i(id, seq), ${tableName({ schema: busSchema, table: 'log' })} b
     WHERE o.id = i.id AND b.topic = o.topic AND b.producer = $1 AND b.epoch = l.epoch AND b.seq = i.seq`,
    [schema],
  );
}
