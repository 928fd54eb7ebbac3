import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Logger } from '@pii-vault/platform/core/log/log';
import type { WaitingCounts } from '@pii-vault/platform/domain/waiting/waiting';
import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import { withoutNulls } from '@pii-vault/platform/postgres/without-nulls';
import { permission } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type GetLoginStatisticsRequest,
  type Device as ProtoDevice,
  SecurityService,
} from '@pii-vault/proto/identity/v1/security';
import { toProto as blockToProto } from '../blocked-addresses/blocked-address.ts';
import { listBlocks } from '../blocked-addresses/blocked-address-store.ts';
import { followMoves } from './follow-moves.ts';
import type { FoundForgedEvents } from './forged-events.ts';
import { attemptCursor, type HighRiskAttempt, highRiskAttempts, placeOf } from './high-risk-attempts.ts';
import { attemptToProto } from './listed-attempt.ts';
import { type LoginDevice, loginDevices } from './login-devices.ts';
import { loginStatistics } from './login-statistics.ts';
import { noticedAlarms } from './noticed-alarms.ts';
import { forgedToProto, noticedToProto, patternToProto } from './pattern-mapper.ts';
import { threatPatterns } from './threat-pattern.ts';
import { windowOf } from './windows.ts';

const READ = 'security:read';
const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;
const MAX_HOURS = 720;

/** Limits of a reader that moves users; a job moves the rest. */
const MOVES_MS = 2_000;
const MOVES = { users: 20, timeoutMs: 1_000 } as const;

export interface SecurityDeps {
  readonly db: Database;
  readonly log: Pick<Logger, 'warn'>;
  /** Queried for a super_admin only: topics belong to no company. */
  forgedEvents(hours: number): Promise<FoundForgedEvents>;
}

const NONE_FORGED: FoundForgedEvents = { topics: [], unanswered: [] };

/** Row-level security shows a caller that is no super_admin only the attempts of users of its companies. */
export function securityRpcs(deps: SecurityDeps): RpcService {
  const { db } = deps;
  const allow = permission<unknown>(READ);
  return serve(SecurityService, {
    getLoginStatistics: {
      allow: permission(READ, (req: GetLoginStatisticsRequest) => req.companyId),
      handle: (ctx, { hours, companyId }) =>
        inSums(deps, ctx, (tx) => loginStatistics(tx, windowOf(hours)), companyId),
    },
    listHighRiskAttempts: {
      allow,
      handle: async (ctx, req) => {
        const limit = Math.min(req.limit > 0 ? req.limit : DEFAULT_LIMIT, MAX_LIMIT);
        const page = { hours: hoursOf(req), limit: limit + 1, after: placeOf(req.cursor) };
        return pageToProto(
          await db.tenant(scopeWith(ctx.caller, READ), (tx) => highRiskAttempts(tx, page)),
          limit,
        );
      },
    },
    listDevices: {
      allow,
      handle: async (ctx, req) => {
        const devices = await inSums(deps, ctx, (tx) => loginDevices(tx, windowOf(req.hours)));
        return { devices: devices.map(deviceToProto) };
      },
    },
    listThreats: { allow, handle: (ctx, req) => listThreats(deps, ctx, hoursOf(req)) },
  });
}

const HOURS = 24;

/** Risky sign-ins of the last day. */
export const waitingCounts = (deps: SecurityDeps): WaitingCounts => [
  [
    ['logins'],
    async (ctx, companyId) => {
      const { highRiskAttempts } = await inSums(
        deps,
        ctx,
        (tx) => loginStatistics(tx, windowOf(HOURS)),
        companyId,
      );
      return { logins: { count: highRiskAttempts, companyId } };
    },
  ],
];

async function listThreats(deps: SecurityDeps, ctx: Ctx, hours: number) {
  const scope = scopeWith(ctx.caller, READ);
  const [patterns, blocks] = await deps.db.tenant(scope, async (tx) => [
    await threatPatterns(tx, hours),
    // The list applies to every company and shows attackers of other companies.
    scope === 'all' ? await listBlocks(tx) : [],
  ]);
  const noticed = await deps.db.system((tx) => noticedAlarms(tx, scope, hours));
  const { topics, unanswered } = scope === 'all' ? await deps.forgedEvents(hours) : NONE_FORGED;
  return {
    patterns: [...noticed.map(noticedToProto), ...topics.map(forgedToProto), ...patterns.map(patternToProto)],
    blockedIps: blocks.map(blockToProto),
    unansweredServices: unanswered,
  };
}

async function inSums<T>(
  deps: Pick<SecurityDeps, 'db' | 'log'>,
  ctx: Ctx,
  read: (tx: Tx) => Promise<T>,
  companyId?: number,
): Promise<T> {
  const scope = scopeWith(ctx.caller, READ, companyId);
  // For a caller that sees every attempt, the companies of users are irrelevant.
  if (scope !== 'all') {
    const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(MOVES_MS)]);
    await followMoves(deps, { ...MOVES, signal });
  }
  return deps.db.tenant(scope, read);
}

function hoursOf({ hours }: { readonly hours: number }): number {
  return Math.min(Math.max(hours, 1), MAX_HOURS);
}

function deviceToProto(device: LoginDevice): ProtoDevice {
  const { attempts, successful, blocked } = device;
  return { ...withoutNulls(device), failed: attempts - successful - blocked };
}

/** @param found has one row more than `limit` if there is another page */
function pageToProto(found: readonly HighRiskAttempt[], limit: number) {
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return { attempts: shown.map(attemptToProto), nextCursor: last && attemptCursor(last) };
}
