import type { Tx } from '@pii-vault/platform/postgres/database';
import { DEFAULT_POLICY, type RevealPolicy } from './reveal-policy.ts';

interface PolicyRow {
  people_per_user: number;
  people_per_client: number;
  by_purpose: Record<string, number>;
  searches_per_user: number;
  searches_per_client: number;
  conflicts: number;
  reveals_above: number | null;
  exports_above: number | null;
  approval_hours: number;
  updated_at: Date;
}

export interface StoredPolicy {
  readonly policy: RevealPolicy;
  /** Undefined: the defaults. */
  readonly updatedAt: Date | undefined;
}

export async function readPolicy(tx: Tx, companyId: number): Promise<StoredPolicy> {
  const [row] = await tx.query<PolicyRow>({
    name: 'read_reveal_policy',
    text: 'SELECT * FROM reveal_policies WHERE company_id = $1::bigint',
    values: [companyId],
  });
  if (row === undefined) return { policy: DEFAULT_POLICY, updatedAt: undefined };
  return { policy: policyOf(row), updatedAt: row.updated_at };
}

function policyOf(row: PolicyRow): RevealPolicy {
  return {
    peoplePerUser: row.people_per_user,
    peoplePerClient: row.people_per_client,
    byPurpose: new Map(Object.entries(row.by_purpose)),
    searchesPerUser: row.searches_per_user,
    searchesPerClient: row.searches_per_client,
    conflicts: row.conflicts,
    revealsAbove: row.reveals_above ?? undefined,
    exportsAbove: row.exports_above ?? undefined,
    approvalHours: row.approval_hours,
  };
}

/** Replaces the policy of a company. @returns when */
export async function writePolicy(
  tx: Tx,
  companyId: number,
  policy: RevealPolicy,
  userId: number,
): Promise<Date> {
  const [row] = await tx.query<{ updated_at: Date }>(
    `INSERT INTO reveal_policies AS p (company_id, people_per_user, people_per_client, by_purpose, searches_per_user,
       searches_per_client, conflicts, reveals_above, exports_above, approval_hours, updated_by)
     VALUES ($1::bigint, $2::bigint, $3::bigint, $4::jsonb, $5::bigint, $6::bigint, $7::bigint, $8::bigint, $9::bigint,
       $10::integer, $11::bigint)
     ON CONFLICT (company_id) DO UPDATE SET people_per_user = excluded.people_per_user,
       people_per_client = excluded.people_per_client, by_purpose = excluded.by_purpose,
       searches_per_user = excluded.searches_per_user, searches_per_client = excluded.searches_per_client,
       conflicts = excluded.conflicts, reveals_above = excluded.reveals_above, exports_above = excluded.exports_above,
       approval_hours = excluded.approval_hours, updated_by = excluded.updated_by, updated_at = now()
     RETURNING updated_at`,
    [
      companyId,
      policy.peoplePerUser,
      policy.peoplePerClient,
      JSON.stringify(Object.fromEntries(policy.byPurpose)),
      policy.searchesPerUser,
      policy.searchesPerClient,
      policy.conflicts,
      policy.revealsAbove ?? null,
      policy.exportsAbove ?? null,
      policy.approvalHours,
      userId,
    ],
  );
  if (row === undefined) throw new Error('The policy that was just written is not visible');
  return row.updated_at;
}

/** A policy as a change of it is stored. */
export type PolicyJson = Omit<RevealPolicy, 'byPurpose' | 'revealsAbove' | 'exportsAbove'> & {
  readonly byPurpose: Readonly<Record<string, number>>;
  readonly revealsAbove: number | null;
  readonly exportsAbove: number | null;
};

export const policyToJson = ({
  byPurpose,
  revealsAbove,
  exportsAbove,
  ...limits
}: RevealPolicy): PolicyJson => ({
  ...limits,
  byPurpose: Object.fromEntries(byPurpose),
  revealsAbove: revealsAbove ?? null,
  exportsAbove: exportsAbove ?? null,
});

export const policyFromJson = ({
  byPurpose,
  revealsAbove,
  exportsAbove,
  ...limits
}: PolicyJson): RevealPolicy => ({
  ...limits,
  byPurpose: new Map(Object.entries(byPurpose)),
  revealsAbove: revealsAbove ?? undefined,
  exportsAbove: exportsAbove ?? undefined,
});
