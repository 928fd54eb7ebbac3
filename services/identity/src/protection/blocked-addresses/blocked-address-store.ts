import type { Tx } from '@pii-vault/platform/postgres/database';
import type { BlockedAddress, BlockInput } from './blocked-address.ts';

const COLUMNS = `id, ip_address AS "ipAddress", reason, blocked_until AS "blockedUntil", created_at AS "createdAt"`;
const IN_FORCE = `(blocked_until IS NULL OR blocked_until > now())`;
/** PostgreSQL's canonical form of an address or range: no host bits, no /32. */
const CANONICAL = `abbrev(network($1::inet)::inet)`;

/** Blocks in force, newest first. */
export function listBlocks(tx: Tx): Promise<BlockedAddress[]> {
  return tx.query<BlockedAddress>(
    `SELECT ${COLUMNS} FROM blocked_ips WHERE ${IN_FORCE} ORDER BY id DESC LIMIT ${MAX_BLOCKS}`,
  );
}

/** Limit, because every gateway checks the list for every request; one range covers many addresses. */
export const MAX_BLOCKS = 10_000;

export async function countBlocks(tx: Tx): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM blocked_ips WHERE ${IN_FORCE}`,
  );
  return rows[0]?.count ?? 0;
}

/** Inserts a block, or updates reason and end of an existing one. */
export async function putBlock(tx: Tx, block: BlockInput, by: number): Promise<BlockedAddress> {
  const [row] = await tx.query<BlockedAddress>(
    `INSERT INTO blocked_ips (ip_address, reason, blocked_until, blocked_by)
     VALUES (${CANONICAL}, $2::text, $3::timestamptz, $4::bigint)
     ON CONFLICT (ip_address) DO UPDATE
       SET reason = excluded.reason, blocked_until = excluded.blocked_until, blocked_by = excluded.blocked_by
     RETURNING ${COLUMNS}`,
    [block.ipAddress, block.reason, block.blockedUntil, by],
  );
  if (row === undefined) throw new Error('The block that was just written is not visible');
  return row;
}

export async function findBlock(tx: Tx, id: number): Promise<BlockedAddress | undefined> {
  const rows = await tx.query<BlockedAddress>(`SELECT ${COLUMNS} FROM blocked_ips WHERE id = $1::bigint`, [
    id,
  ]);
  return rows[0];
}

/** @returns the address as stored, undefined when it was not blocked */
export async function deleteBlock(tx: Tx, ipAddress: string): Promise<string | undefined> {
  const rows = await tx.query<{ ipAddress: string }>(
    `DELETE FROM blocked_ips WHERE ip_address = ${CANONICAL} RETURNING ip_address AS "ipAddress"`,
    [ipAddress],
  );
  return rows[0]?.ipAddress;
}

/** Deletes blocks that ended a day ago or earlier. */
export async function deleteOldBlocks(tx: Tx): Promise<void> {
  await tx.query(`DELETE FROM blocked_ips WHERE blocked_until < now() - interval '1 day'`);
}
