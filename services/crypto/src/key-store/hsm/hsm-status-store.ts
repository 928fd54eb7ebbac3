import type { Tx } from '@pii-vault/platform/postgres/database';
import type { HsmStatus } from './hsm-status.ts';

type Queries = Pick<Tx, 'query'>;

export interface HsmStatusEntry extends HsmStatus {
  readonly id: number;
  readonly lastHealthCheckAt: Date;
  /** Start of this state. */
  readonly createdAt: Date;
}

interface HsmStatusRow {
  readonly id: number;
  readonly hsm_id: string;
  readonly status: HsmStatus['status'];
  readonly alert_level: HsmStatus['alertLevel'];
  readonly serial_number: string | null;
  readonly firmware_version: string | null;
  readonly performance_metrics: Readonly<Record<string, number>>;
  readonly last_health_check: Date;
  readonly created_at: Date;
}

/** Extends the latest entry of this store when its state is unchanged. @returns false when the state changed */
export async function extendHsmStatus(tx: Queries, seen: HsmStatus, at: Date): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE hsm_status SET last_health_check = greatest(last_health_check, $4), performance_metrics = $5::jsonb,
      serial_number = $6, firmware_version = $7
    WHERE id = (SELECT id FROM hsm_status WHERE hsm_id = $1 ORDER BY id DESC LIMIT 1)
      AND status = $2 AND alert_level = $3
    RETURNING id`,
    [
      seen.hsmId,
      seen.status,
      seen.alertLevel,
      at,
      JSON.stringify(seen.metrics),
      seen.serialNumber ?? null,
      seen.firmwareVersion ?? null,
    ],
  );
  return rows.length === 1;
}

export async function insertHsmStatus(tx: Queries, seen: HsmStatus, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO hsm_status (hsm_id, status, alert_level, serial_number, firmware_version, performance_metrics,
      last_health_check, created_at)
    VALUES ($1, $2, $3, $4, $5, $6::jsonb, $7, $7)`,
    [
      seen.hsmId,
      seen.status,
      seen.alertLevel,
      seen.serialNumber ?? null,
      seen.firmwareVersion ?? null,
      JSON.stringify(seen.metrics),
      at,
    ],
  );
}

export const LIST_HSM_STATUS = `SELECT id, hsm_id, status, alert_level, serial_number, firmware_version,
    performance_metrics, last_health_check, created_at
  FROM hsm_status ORDER BY id DESC LIMIT $1::integer`;

/** Newest first. */
export async function findHsmStatus(tx: Queries, limit: number): Promise<HsmStatusEntry[]> {
  const rows = await tx.query<HsmStatusRow>(LIST_HSM_STATUS, [limit]);
  return rows.map((row) => ({
    id: row.id,
    hsmId: row.hsm_id,
    status: row.status,
    alertLevel: row.alert_level,
    serialNumber: row.serial_number ?? undefined,
    firmwareVersion: row.firmware_version ?? undefined,
    metrics: row.performance_metrics,
    lastHealthCheckAt: row.last_health_check,
    createdAt: row.created_at,
  }));
}

export async function deleteOldHsmStatus(tx: Queries, before: Date): Promise<void> {
  await tx.query('DELETE FROM hsm_status WHERE last_health_check < $1', [before]);
}

/** References in live rows: first the keys that wrap others, then the newest. */
export async function findSomeReferences(tx: Queries, limit: number): Promise<string[]> {
  const rows = await tx.query<{ reference: string }>(
    `SELECT hsm_key_reference AS reference FROM epochs WHERE status = 'active'
    UNION ALL
    (SELECT hsm_key_reference FROM encryption_keys
    WHERE hsm_key_reference IS NOT NULL AND status IN ('active', 'retiring') ORDER BY company_id > 0, id DESC LIMIT $1)`,
    [limit],
  );
  return rows.map(({ reference }) => reference);
}
