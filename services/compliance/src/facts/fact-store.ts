import type { Tx } from '@pii-vault/platform/postgres/database';
import type { LogVerification, RevealComparison, StorageSample } from './facts.ts';
import type { RemoteFacts } from './remote-facts.ts';

export async function insertStorageSample(tx: Tx, companyId: number, fact: StorageSample): Promise<void> {
  await tx.query(
    `INSERT INTO storage_samples (company_id, sampled, well_formed, suspicious, sampled_at)
     VALUES ($1::bigint, $2::int, $3::int, $4::int, $5::timestamptz)`,
    [companyId, fact.sampled, fact.wellFormed, fact.suspicious, fact.sampledAt],
  );
}

export async function insertRevealComparison(
  tx: Tx,
  companyId: number,
  fact: RevealComparison,
): Promise<void> {
  await tx.query(
    `INSERT INTO reveal_comparisons
       (company_id, vault_values, trail_values_before, trail_values_after, unlogged, newly_uncounted, compared_at)
     VALUES ($1::bigint, $2::bigint, $3::bigint, $4::bigint, $5::bigint, $6::bigint, $7::timestamptz)`,
    [
      companyId,
      fact.vaultValues,
      fact.trailValuesBefore,
      fact.trailValuesAfter,
      fact.unlogged,
      fact.newlyUncounted,
      fact.comparedAt,
    ],
  );
}

interface ComparisonRow {
  vault_values: number;
  trail_values_before: number;
  trail_values_after: number;
  unlogged: number;
  newly_uncounted: number;
  compared_at: Date;
}

export async function latestRevealComparison(
  tx: Tx,
  companyId: number,
): Promise<RevealComparison | undefined> {
  const [row] = await tx.query<ComparisonRow>(
    `SELECT vault_values, trail_values_before, trail_values_after, unlogged, newly_uncounted, compared_at
     FROM reveal_comparisons WHERE company_id = $1::bigint ORDER BY id DESC LIMIT 1`,
    [companyId],
  );
  if (row === undefined) return undefined;
  return {
    vaultValues: row.vault_values,
    trailValuesBefore: row.trail_values_before,
    trailValuesAfter: row.trail_values_after,
    unlogged: row.unlogged,
    newlyUncounted: row.newly_uncounted,
    comparedAt: row.compared_at,
  };
}

export async function insertLogVerification(tx: Tx, fact: LogVerification): Promise<void> {
  await tx.query(
    `INSERT INTO log_verifications (is_verified, tree_size, first_bad_index, reason, checkpoint_at, verified_at, root_hash)
     VALUES ($1::boolean, $2::bigint, $3::bigint, $4::text, $5::timestamptz, $6::timestamptz, $7::bytea)`,
    [
      fact.isVerified,
      fact.treeSize,
      fact.firstBadIndex ?? null,
      fact.reason ?? null,
      fact.checkpointAt ?? null,
      fact.verifiedAt,
      fact.rootHash ?? null,
    ],
  );
}

interface LogRow {
  is_verified: boolean;
  tree_size: number;
  first_bad_index: number | null;
  reason: string | null;
  checkpoint_at: Date | null;
  verified_at: Date;
  root_hash: Buffer | null;
}

export async function latestLogVerification(tx: Tx): Promise<LogVerification | undefined> {
  const [row] = await tx.query<LogRow>(
    `SELECT is_verified, tree_size, first_bad_index, reason, checkpoint_at, verified_at, root_hash
     FROM log_verifications ORDER BY id DESC LIMIT 1`,
  );
  if (row === undefined) return undefined;
  return {
    isVerified: row.is_verified,
    treeSize: row.tree_size,
    firstBadIndex: row.first_bad_index ?? undefined,
    reason: row.reason ?? undefined,
    checkpointAt: row.checkpoint_at ?? undefined,
    verifiedAt: row.verified_at,
    rootHash: row.root_hash ?? undefined,
  };
}

/** Stores the facts that other services returned in a run. */
export async function insertRemoteFacts(
  tx: Tx,
  companyId: number,
  remote: Partial<RemoteFacts>,
  learnedAt: Date,
): Promise<void> {
  for (const [kind, facts] of Object.entries(remote))
    await tx.query(
      `INSERT INTO company_facts (company_id, kind, facts, learned_at)
       VALUES ($1::bigint, $2::text, $3::jsonb, $4::timestamptz)`,
      [companyId, kind, JSON.stringify(facts), learnedAt],
    );
}
