import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { endCredential } from '../credentials/end-credential.ts';
import { type EndCause, sessionEnded } from '../events.ts';
import { endSessionsOf } from './session-store.ts';

/** Ends all sessions, tokens and API credentials of a user, and the tokens made from them. Under the system role. */
export async function endAccess(tx: Tx, ctx: Ctx, userId: number, cause: EndCause): Promise<void> {
  await endSessions(tx, userId, cause);
  await endCredential(tx, ctx, userId);
}

/** Ends all sessions and tokens of a user except one; the API credential stays. */
export async function endSessions(tx: Tx, userId: number, cause: EndCause, keptId?: string): Promise<void> {
  const ended = await endSessionsOf(tx, userId, cause, keptId);
  await tx.publishAll(ended.map((id) => sessionEnded({ id, userId }, cause)));
}
