import type { Tx } from '@pii-vault/platform/postgres/database';

export async function insertLink(
  tx: Tx,
  link: { readonly tokenSha256: Buffer; readonly userId: number; readonly lifeMs: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO password_links (token_sha256, user_id, expires_at)
     VALUES ($1::bytea, $2::bigint, now() + make_interval(secs => $3::double precision / 1000))`,
    [link.tokenSha256, link.userId, link.lifeMs],
  );
}

/** The user of a valid link. */
export async function findLinkOwner(
  tx: Tx,
  tokenSha256: Buffer,
): Promise<{ readonly id: number; readonly email: string } | undefined> {
  const rows = await tx.query<{ id: number; email: string }>(
    `SELECT u.id, u.email FROM password_links l JOIN users u ON u.id = l.user_id
     WHERE l.token_sha256 = $1::bytea AND l.expires_at > now() AND u.deleted_at IS NULL AND u.status = 'active'`,
    [tokenSha256],
  );
  return rows[0];
}

/** Uses a link: one of several concurrent callers gets true. */
export async function takeLink(tx: Tx, tokenSha256: Buffer): Promise<boolean> {
  const rows = await tx.query(
    `DELETE FROM password_links WHERE token_sha256 = $1::bytea AND expires_at > now() RETURNING user_id`,
    [tokenSha256],
  );
  return rows.length > 0;
}

/** Ends every other link of a user, and all expired links. */
export async function deleteLinks(tx: Tx, userId: number): Promise<void> {
  await tx.query(`DELETE FROM password_links WHERE user_id = $1::bigint OR expires_at <= now()`, [userId]);
}
