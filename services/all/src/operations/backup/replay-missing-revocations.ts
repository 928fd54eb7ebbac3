import type { LineStore } from '@pii-vault/audit/outside/line-store';
import { type LostEntries, lastClaim, moveLostCheckpoints } from '@pii-vault/audit/restored/lost-checkpoints';
import { withRestoredTrail } from '@pii-vault/audit/restored/restored-trail';
import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import { failedPrecondition } from '@pii-vault/platform/core/errors/app-error';
import { silentLogger } from '@pii-vault/platform/core/log/log';
import type { ServiceDatabase } from '@pii-vault/platform/postgres/connection';
import { openDatabase } from '@pii-vault/platform/postgres/open-database';
import type { RpcOnlyAccess } from '../rpc-only-host.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { type ReplayResult, replayRevocations } from './replay-revocations.ts';
import { incomplete, revocationsAfterTrail } from './select-revocations.ts';

export interface MissingRevocationsInput {
  readonly revocations: Pick<RevocationFile, 'read' | 'append'>;
  /** The signed checkpoints outside the database. */
  readonly checkpoints: LineStore;
  readonly acceptLost: boolean;
  readonly now: Date;
}

export interface MissingRevocationsResult {
  /** Sessions in the restored database; it does not know which of them were ended since. */
  readonly endedSessions: number;
  readonly replayed: ReplayResult;
  readonly lost: LostEntries | undefined;
}

/**
 * Repeats revocations that a database restored by other means lacks, and ends all sessions. Services may have been
 * started on it meanwhile. Then it moves checkpoints that the trail does not extend aside and records in the list that
 * the trail is covered; audit continues from there.
 * Idempotent, except that it ends new sessions again.
 * @throws AppError REVOCATIONS_DAMAGED, REVOCATIONS_INCOMPLETE, REVOCATION_FAILED, SERVICES_RUN
 */
export async function replayMissingRevocations(
  vault: RpcOnlyAccess,
  { revocations, checkpoints, acceptLost, now }: MissingRevocationsInput,
): Promise<MissingRevocationsResult> {
  for (const [service, database] of vault.databases) await refuseRunning(service, database);
  return withRestoredTrail(vault.databases.get('audit'), async (trail) => {
    const signed = await lastClaim(checkpoints);
    // A checkpoint is written outside before the database has it.
    if (signed === undefined && trail.signed !== undefined && !acceptLost) throw incomplete();
    const claims = [signed, trail.signed].filter((claim) => claim !== undefined);
    const missing = await revocationsAfterTrail(revocations, trail, { claims, acceptLost });
    const endedSessions = await endSessions(vault.databases.get('identity'));
    const replayed = await replayRevocations(vault, missing);
    const lost = await moveLostCheckpoints(checkpoints, trail, now);
    await trail.settle(revocations, now);
    return { endedSessions, replayed, lost };
  });
}

/** A running service would still serve revoked data. */
async function refuseRunning(service: string, database: ServiceDatabase): Promise<void> {
  const held = await ask<{ held: boolean }>(
    service,
    database,
    'SELECT coalesce(bool_or(expires_at > now()), false) AS held FROM relay_lease',
  );
  if (held?.held === true)
    throw failedPrecondition('SERVICES_RUN', `Stop ${service} and all other services first`);
}

async function endSessions(database: ServiceDatabase | undefined): Promise<number> {
  if (database === undefined) throw new Error('The settings of the identity database are missing');
  return (await ask<{ ended: number }>('identity', database, END_SESSIONS))?.ended ?? 0;
}

async function ask<R extends object>(service: string, database: ServiceDatabase, sql: string) {
  const db = openDatabase({ service, ...database, log: silentLogger() });
  try {
    return (await db.system((tx) => tx.query<R>(sql)))[0];
  } finally {
    await db.close();
  }
}
