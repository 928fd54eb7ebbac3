import type { Database } from '@pii-vault/platform/postgres/database';
import type { LiveCredential } from '../credentials/api-credential.ts';
import { liveClients } from '../credentials/api-credential-store.ts';
import { invalid } from '../errors.ts';
import { liveSessions, touchSessions } from '../sessions/session-store.ts';

const MAX_IDS = 1_000;

export interface LivenessInput {
  readonly sessionIds: readonly string[];
  readonly clientIds: readonly string[];
  /** Sessions that a user used since the last call. */
  readonly activeSessionIds: readonly string[];
}

export interface LivenessAnswer {
  readonly sessions: readonly LiveCredential[];
  readonly clients: readonly LiveCredential[];
}

/** Which credentials are live. Activity is recorded first, so that a session in use does not expire. */
export function liveness({ db, now }: { db: Pick<Database, 'system'>; now: () => number }) {
  return async (input: LivenessInput): Promise<LivenessAnswer> => {
    for (const path of ['sessionIds', 'clientIds', 'activeSessionIds'] as const)
      if (input[path].length > MAX_IDS)
        throw invalid('TOO_MANY_IDS', [{ path, message: `At most ${MAX_IDS} ids` }]);
    return db.system(async (tx) => {
      const at = new Date(now());
      if (input.activeSessionIds.length > 0) await touchSessions(tx, input.activeSessionIds, at);
      return {
        sessions: input.sessionIds.length === 0 ? [] : await liveSessions(tx, input.sessionIds, at),
        clients: input.clientIds.length === 0 ? [] : await liveClients(tx, input.clientIds),
      };
    });
  };
}
