import { hash } from 'node:crypto';
import type { Cache } from '@pii-vault/platform/cache/cache';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { OwnerNotice } from './owner-notice.ts';

const DAY_MS = 24 * 3_600_000;

interface MailLimits {
  /** From one sender to one recipient. */
  readonly pair: number;
  readonly sender: number;
  /** To one recipient, from all senders: an administrator may have two accounts. */
  readonly recipient: number;
}

/** Mails that a user causes, within 24 hours of the first. */
export const MAIL_LIMITS = {
  welcome: { pair: 3, sender: 100, recipient: 5 },
  request: { pair: 3, sender: 60, recipient: 12 },
  limits: { pair: 5, sender: 60, recipient: 12 },
  notice: { pair: 10, sender: 200, recipient: 30 },
} as const satisfies Record<string, MailLimits>;

/** Notices are counted by kind, so that many of a harmless kind do not hide another one. */
export type MailKind = Exclude<keyof typeof MAIL_LIMITS, 'notice'> | NoticeOf;
type NoticeOf = `notice:${OwnerNotice['kind']}`;

/** last: the recipient gets no more mails of this kind from this sender, or from anyone, until the day is over. */
export type MailTurn = 'send' | 'last' | 'withhold';

export interface MailBudget {
  /** Counts a mail before it is sent. */
  take(kind: MailKind, senderId: number, recipient: string): Promise<MailTurn>;
}

/** Counts in the cache: without it mails are sent, because a missing mail does more harm than too many. */
export function mailBudget(cache: Pick<Cache, 'increment'>, log: Pick<Logger, 'warn'>): MailBudget {
  return {
    async take(kind, senderId, recipient) {
      const limits: MailLimits = MAIL_LIMITS[isNotice(kind) ? 'notice' : kind];
      const counters = [
        { text: `${senderId}\n${recipient}`, most: limits.pair, of: 'pair' },
        { text: recipient, most: limits.recipient, of: 'recipient' },
        { text: String(senderId), most: limits.sender, of: 'sender' },
      ];
      try {
        let turn: MailTurn = 'send';
        for (const { text, most, of } of counters) {
          const count = await cache.increment(
            `mail:${kind}:${of}:${hash('sha256', text, 'base64url')}`,
            DAY_MS,
          );
          if (count > most) {
            log.warn('a mail was withheld: too many within a day', { kind, of, senderId });
            return 'withhold';
          }
          if (count === most && of !== 'sender') turn = 'last';
        }
        return turn;
      } catch (err) {
        log.warn('mails are not counted', { kind, err });
        return 'send';
      }
    },
  };
}

const isNotice = (kind: MailKind): kind is NoticeOf => kind.startsWith('notice:');

/** The acting user; the owner of the account if a mailed link is the only credential. */
export function senderOf({ caller }: Ctx, ownerId: number): number {
  return caller.kind === 'user' ? (caller.actorUserId ?? caller.userId) : ownerId;
}
