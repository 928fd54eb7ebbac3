import type { Scope, Tx } from '@pii-vault/platform/postgres/database';

/** Kinds of notices that no other list of the Security Dashboard shows. */
export const NOTICED_KINDS = ['integrity_error', 'audit_verify', 'intake_stopped'] as const;

/** An alarm of which administrators got a mail, per UTC day. */
export interface NoticedAlarm {
  readonly kind: (typeof NOTICED_KINDS)[number];
  /** 0: the whole deployment. */
  readonly companyId: number;
  /** Producer whose entries are not appended; empty for other kinds. */
  readonly producer: string;
  readonly times: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const MAX_ALARMS = 200;

/**
 * Alarms of the last hours, newest first, at most 200; those of the deployment for callers that see every company.
 * Under the system role.
 */
export function noticedAlarms(tx: Tx, scope: Scope, hours: number): Promise<NoticedAlarm[]> {
  return tx.query<NoticedAlarm>(
    `SELECT kind, company_id AS "companyId", coalesce(object_ids ->> 'producer', '') AS producer, times,
       occurred_at AS "firstAt", last_at AS "lastAt"
     FROM administrator_notices
     WHERE kind = ANY ($1::text[]) AND last_at > now() - make_interval(hours => $2::integer)
       AND ($3::bigint[] IS NULL OR company_id = ANY ($3::bigint[]))
     ORDER BY last_at DESC, id DESC LIMIT ${MAX_ALARMS}`,
    [NOTICED_KINDS, hours, scope === 'all' ? null : scope.companies],
  );
}
