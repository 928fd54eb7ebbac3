import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '@pii-vault/platform/postgres/database';

/** How long a device is known after its last sign-in. */
const DEVICE_LIFE_DAYS = 180;

/** Value of the cookie that a browser gets after a full login: 256 random bits, base64url. */
export function newDeviceCookie(): string {
  return randomBytes(32).toString('base64url');
}

const digest = (cookie: string): Buffer => createHash('sha256').update(cookie, 'utf8').digest();

/** Whether the user has signed in from the device before. Runs the same query for an unknown user. */
export async function isKnownDevice(tx: Tx, userId: number | undefined, cookie: string): Promise<boolean> {
  const rows = await tx.query(
    `SELECT FROM known_devices WHERE device_sha256 = $1::bytea AND user_id = $2::bigint
       AND last_seen_at > now() - make_interval(days => $3::integer)`,
    [digest(cookie), userId ?? 0, DEVICE_LIFE_DAYS],
  );
  return rows.length > 0;
}

export async function rememberDevice(tx: Tx, userId: number, cookie: string): Promise<void> {
  await tx.query(
    `INSERT INTO known_devices (device_sha256, user_id) VALUES ($1::bytea, $2::bigint)
     ON CONFLICT (device_sha256) DO UPDATE SET last_seen_at = now() WHERE known_devices.user_id = excluded.user_id`,
    [digest(cookie), userId],
  );
  await tx.query(
    `DELETE FROM known_devices WHERE user_id = $1::bigint
       AND last_seen_at <= now() - make_interval(days => $2::integer)`,
    [userId, DEVICE_LIFE_DAYS],
  );
}

/** Makes all devices of a user unknown, and voids a mailed code. */
export async function forgetDevices(tx: Tx, userId: number): Promise<void> {
  await tx.query(`DELETE FROM known_devices WHERE user_id = $1::bigint`, [userId]);
  await tx.query(`DELETE FROM login_codes WHERE user_id = $1::bigint`, [userId]);
}
