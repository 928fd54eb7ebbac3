import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { permissionDenied } from '@pii-vault/platform/core/errors/app-error';
import type { Database } from '@pii-vault/platform/postgres/database';
import { caller } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import { unauthenticated } from '@pii-vault/platform/rpc/tokens/verify-jwt';
import { DailyMailsService } from '@pii-vault/proto/identity/v1/daily_mails';
import { readDailyMail, writeDailyMail } from './daily-mail-store.ts';

interface DailyMailsDeps {
  readonly db: Pick<Database, 'system'>;
  /** Runs the job: who switches the mail on gets today's. */
  wake(): void;
}

/** A user's own setting. */
export function dailyMailsRpcs({ db, wake }: DailyMailsDeps): RpcService {
  return serve(DailyMailsService, {
    getDailyMail: {
      allow: caller(),
      handle: async (ctx) => ({ dailyMail: await db.system((tx) => readDailyMail(tx, userOf(ctx).userId)) }),
    },
    setDailyMail: {
      allow: caller(),
      handle: async (ctx, { isOn }) => {
        const { userId, clientId, actorUserId } = userOf(ctx);
        if (clientId !== undefined || actorUserId !== undefined)
          throw permissionDenied('OWN_SESSION_REQUIRED', 'Sign in yourself to change this');
        const dailyMail = await db.system(async (tx) => {
          await writeDailyMail(tx, userId, isOn);
          return await readDailyMail(tx, userId);
        });
        if (isOn) wake();
        return { dailyMail };
      },
    },
  });
}

function userOf({ caller: who }: Ctx) {
  if (who.kind !== 'user') throw unauthenticated();
  return who;
}
