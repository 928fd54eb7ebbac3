import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { noSession } from '../../errors.ts';
import type { ChallengePlace } from './challenge-store.ts';

/** The login session of the request. @throws AppError NO_SESSION for API clients and delegated tokens */
export function ownSession({ caller }: Ctx): ChallengePlace {
  if (caller.kind !== 'user' || caller.clientId !== undefined || caller.actorUserId !== undefined)
    throw noSession('API credentials and delegated tokens have no second factors: sign in');
  return { userId: caller.userId, sessionId: caller.sessionId };
}
