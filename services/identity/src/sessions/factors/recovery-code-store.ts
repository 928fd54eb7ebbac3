import type { Tx } from '@pii-vault/platform/postgres/database';

/** Replaces all recovery codes of the user. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: number,
  digests: readonly Buffer[],
  at: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx.query(
    `INSERT INTO recovery_codes (user_id, code_sha256, created_at)
     SELECT $1::bigint, digest, $3::timestamptz FROM unnest($2::bytea[]) AS digest`,
    [userId, digests, at],
  );
}

/** Uses a code: one of several concurrent callers gets true. */
export async function takeRecoveryCode(tx: Tx, userId: number, digest: Buffer): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM recovery_codes WHERE user_id = $1::bigint AND code_sha256 = $2::bytea RETURNING user_id`,
    [userId, digest],
  );
  return rows.length > 0;
}

export async function countRecoveryCodes(tx: Tx, userId: number): Promise<number> {
  const rows = await tx.query<{ count: number }>(
    `SELECT count(*) AS count FROM recovery_codes WHERE user_id = $1::bigint`,
    [userId],
  );
  return rows[0]?.count ?? 0;
}

export async function deleteRecoveryCodes(tx: Tx, userId: number): Promise<void> {
  await tx.query(`DELETE FROM recovery_codes WHERE user_id = $1::bigint`, [userId]);
}
