import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { CompanyZones } from '@pii-vault/platform/domain/company-days/company-zones';
import {
  type CountWaiting,
  isWaitingKind,
  readableKinds,
  WAITING_SERVICES,
} from '@pii-vault/platform/domain/waiting/waiting';
import type { Mailer } from '@pii-vault/platform/mail/mailer';
import type { Database } from '@pii-vault/platform/postgres/database';
import { grpcServiceOf } from '@pii-vault/platform/rpc/definition';
import { INTERNAL_TOKEN_TYPE, readInternalToken } from '@pii-vault/platform/rpc/tokens/internal-token';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { WaitingService } from '@pii-vault/proto/platform/v1/waiting';
import type { LoadPowers } from '../accounts/roles/load-powers.ts';
import { findHolder } from '../accounts/roles/role-store.ts';
import { internalClaims } from '../auth/internal-claims.ts';
import type { TokenSigner } from '../credentials/tokens/token-signer.ts';
import { dailyMail, type Waiting } from './daily-mail.ts';
import { claimDailyMails, type DueDailyMail, finishDailyMail } from './daily-mail-store.ts';

export interface DailyMailDeps {
  readonly db: Pick<Database, 'system'>;
  readonly self: ModuleKit['self'];
  readonly signer: Pick<TokenSigner, 'sign'>;
  readonly loadPowers: LoadPowers;
  readonly mailer: Pick<Mailer, 'send'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly zones: Pick<CompanyZones, 'zoneOf' | 'deployment'>;
  readonly consoleUrl: string;
  /** How the registers of each service are counted. */
  readonly countWaiting: Readonly<Record<(typeof WAITING_SERVICES)[number], CountWaiting>>;
  now(): number;
}

/** Claimed at once; all are sent before they are due again. */
const BATCH = 10;

/**
 * Mails every administrator once a day what waits in the registers that the administrator may read, in all of their
 * companies; nothing when nothing waits. A mail that the server refused is tried again with the same Message-ID, and
 * so is the count when nothing waits in what could be read.
 */
export function sendDailyMails(deps: DailyMailDeps) {
  return async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const due = await deps.db.system((tx) => claimDailyMails(tx, new Date(deps.now()), BATCH));
      if (due.length === 0) return;
      for (const one of due) if (!signal.aborted) await sendOne(deps, one);
    }
  };
}

async function sendOne(deps: DailyMailDeps, reader: DueDailyMail): Promise<void> {
  try {
    const waiting = await waitingFor(deps, reader.id);
    if (waiting?.items.length === 0 && waiting.unread.length > 0) return;
    if (waiting !== undefined && waiting.items.length > 0) {
      const { companyId } = reader;
      const zone = companyId === null ? deps.zones.deployment : deps.zones.zoneOf(companyId);
      await deps.mailer.send(dailyMail(reader, waiting, zone, deps.consoleUrl));
    }
    await deps.db.system((tx) => finishDailyMail(tx, reader.id, reader.day));
  } catch (err) {
    deps.log.warn('an administrator got no daily mail yet', { userId: reader.id, err });
  }
}

/** @returns undefined for a user who was deactivated meanwhile */
async function waitingFor(deps: DailyMailDeps, userId: number): Promise<Waiting | undefined> {
  const ctx = await asCounting(deps, userId);
  if (ctx === undefined) return undefined;
  const answers = await Promise.all(
    WAITING_SERVICES.map(async (service) => {
      try {
        return await deps.countWaiting[service](ctx, undefined);
      } catch (err) {
        deps.log.warn('a service did not count what waits', { asked: service, err });
        return { registers: [], unread: readableKinds(ctx, service, undefined) };
      }
    }),
  );
  const items = answers.flatMap(({ registers }) =>
    registers.flatMap(({ kind, ...register }) =>
      isWaitingKind(kind) && register.count > 0 ? [{ ...register, kind }] : [],
    ),
  );
  const unread = answers.flatMap((answer) => answer.unread).filter(isWaitingKind);
  return { items, unread };
}

const SECONDS = 30;

/** The user, with a token that services accept for counting and for nothing else. */
async function asCounting(deps: DailyMailDeps, userId: number): Promise<Ctx | undefined> {
  const holder = await deps.db.system((tx) => findHolder(tx, userId));
  if (holder?.isActive !== true) return undefined;
  const self = deps.self({ deadlineMs: SECONDS * 1000 });
  const now = deps.now();
  const { claims } = internalClaims({
    userId,
    sessionId: 'daily-mail',
    clientId: undefined,
    actorUserId: undefined,
    provenAt: undefined,
    lacks: undefined,
    clientMadeBy: undefined,
    clientSecretChange: undefined,
    grpcService: grpcServiceOf(WaitingService.countWaiting.path),
    powers: await deps.loadPowers(self, holder),
    companyId: undefined,
    now,
    notAfter: now + SECONDS * 1000,
  });
  const token = await deps.signer.sign(INTERNAL_TOKEN_TYPE, claims);
  const { caller } = readInternalToken(token);
  return { ...self, caller, credential: { tokenFor: async () => token } };
}
