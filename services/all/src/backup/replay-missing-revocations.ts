import { existsSync } from 'node:fs';
import type { RevocationFile } from '@pii-vault/audit/revocations/revocation-file';
import type { ServiceDatabase } from '@pii-vault/platform/db/connection';
import { openDatabase } from '@pii-vault/platform/db/open-database';
import { AppError } from '@pii-vault/platform/errors/app-error';
import { silentLogger } from '@pii-vault/platform/log/log';
import type { QuietAccess } from '../embedded/quiet-host.ts';
import { END_SESSIONS } from './end-sessions.ts';
import { type LostEntries, setAsideLater, signedEntries as signedIn } from './kept-checkpoints.ts';
import { incomplete, revocationsBeyond } from './kept-revocations.ts';
import { type ReplayedList, replayRevocations } from './replay-revocations.ts';

export interface BeyondTrail {
  readonly revocations: Pick<RevocationFile, 'read' | 'append'>;
  /** File of the signed checkpoints outside the database. */
  readonly checkpoints: string;
  readonly acceptLost: boolean;
  readonly now: Date;
}

export interface ReplayedBeyond {
  /** Sessions that the restored database had: which of them had been ended since is not known. */
  readonly endedSessions: number;
  readonly replayed: ReplayedList;
  readonly lost: LostEntries | undefined;
}

/**
 * Takes away again, in a database that was restored to a moment of before, what was taken away since, by the list and
 * what the restored trail knows, and signs everybody out. Then checkpoints of entries that are lost are set aside, and
 * the list says that it knows the restored trail: audit goes on from there. Done again it takes nothing more away, but
 * signs out who signed in meanwhile.
 * @throws AppError REVOCATIONS_DAMAGED, REVOCATIONS_INCOMPLETE, REVOCATION_FAILED, SERVICES_RUN
 */
export async function replayBeyondTrail(
  vault: QuietAccess,
  { revocations, checkpoints, acceptLost, now }: BeyondTrail,
): Promise<ReplayedBeyond> {
  for (const [service, database] of vault.databases) await refuseRunning(service, database);
  const { entries, signed } = await trailOf(vault.databases.get('audit'));
  if (!existsSync(checkpoints) && !acceptLost) throw incomplete();
  const signedEntries = Math.max(signed, signedIn(checkpoints));
  const place = { auditEntries: entries, signedEntries, acceptLost };
  const lines = await revocationsBeyond(revocations, place);
  const endedSessions = await endSessions(vault.databases.get('identity'));
  const replayed = await replayRevocations(vault, lines);
  const lost = setAsideLater(checkpoints, entries, now);
  await revocations.append([{ covers: entries, at: now.toISOString() }]);
  return { endedSessions, replayed, lost };
}

/** Who runs would answer with what is about to be taken away. */
async function refuseRunning(service: string, database: ServiceDatabase): Promise<void> {
  const held = await ask<{ held: boolean }>(
    service,
    database,
    'SELECT coalesce(bool_or(expires_at > now()), false) AS held FROM relay_lease',
  );
  if (held?.held === true)
    throw new AppError('FAILED_PRECONDITION', 'SERVICES_RUN', `Stop ${service} and all other services first`);
}

/** Entries of the trail, and of those the ones that the last checkpoint in the database speaks of. */
async function trailOf(database: ServiceDatabase | undefined) {
  if (database === undefined) throw new Error('The database of the trail is not named');
  const trail = await ask<{ entries: number; signed: number }>(
    'audit',
    database,
    'SELECT size AS entries, (SELECT coalesce(max(tree_size), 0) FROM checkpoints) AS signed FROM tree_state',
  );
  return trail ?? { entries: 0, signed: 0 };
}

async function endSessions(database: ServiceDatabase | undefined): Promise<number> {
  if (database === undefined) throw new Error('The database of the sessions is not named');
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
