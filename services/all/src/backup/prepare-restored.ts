import type pg from 'pg';
import { tableName } from './backed-up-tables.ts';
import { END_SESSIONS } from './end-sessions.ts';

/**
 * No process of before holds a lease, nobody is signed in, and events are numbered in a new epoch: numbers that were given
 * after the backup may be known somewhere. @returns entries of the trail
 */
export async function settleRestored(client: pg.ClientBase, schemas: readonly string[]): Promise<number> {
  for (const schema of schemas) {
    await dropPublished(client, schema);
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
 * A batch that was numbered may have reached the log already, whose rows the backup has too. Sent again, under numbers of the
 * new epoch, it would be another batch to whoever knows events by their numbers.
 */
async function dropPublished(client: pg.ClientBase, schema: string): Promise<void> {
  const of = (table: string) => tableName({ schema, table });
  await client.query(
    `DELETE FROM ${of('outbox')} o
     USING ${of('relay_lease')} l, unnest(l.inflight_ids, l.inflight_seqs) AS i(id, seq), bus.log b
     WHERE o.id = i.id AND b.topic = o.topic AND b.producer = $1 AND b.epoch = l.epoch AND b.seq = i.seq`,
    [schema],
  );
}
