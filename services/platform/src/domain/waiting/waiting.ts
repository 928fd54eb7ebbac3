import {
  type CountWaitingRequest,
  type CountWaitingResponse,
  WaitingService,
} from '@pii-vault/proto/platform/v1/waiting';
import type { ServiceName } from '../../core/context/caller.ts';
import type { Ctx } from '../../core/context/ctx.ts';
import { hasPermission, hasPermissionAnywhere } from '../../core/context/permissions.ts';
import { AppError, type GrpcCodeName } from '../../core/errors/app-error.ts';
import { caller } from '../../rpc/allow.ts';
import { type RpcService, serve } from '../../rpc/serve.ts';

interface Register {
  /** The module that counts it. */
  readonly service: ServiceName;
  /** Undefined: every user may read it. */
  readonly permission: string | undefined;
}

/** Registers in which something waits for a person. */
export const WAITING = {
  keyStore: { service: 'crypto', permission: undefined },
  incidents: { service: 'compliance', permission: 'compliance:read' },
  grievances: { service: 'compliance', permission: 'compliance:read' },
  accessReviews: { service: 'compliance', permission: 'compliance:read' },
  checks: { service: 'compliance', permission: 'compliance:read' },
  approvals: { service: 'vault', permission: 'company:manage' },
  limits: { service: 'vault', permission: 'company:manage' },
  erasures: { service: 'vault', permission: 'pii:erase' },
  keys: { service: 'crypto', permission: 'encryption:manage' },
  webhooks: { service: 'tenancy', permission: 'company:manage' },
  agreements: { service: 'tenancy', permission: 'company:manage' },
  imports: { service: 'vault', permission: 'pii:write' },
  relationships: { service: 'lineage', permission: 'lineage:decide' },
  logins: { service: 'identity', permission: 'security:read' },
  reactivations: { service: 'tenancy', permission: 'company:create' },
} as const satisfies Readonly<Record<string, Register>>;
export type WaitingKind = keyof typeof WAITING;
export const isWaitingKind = (kind: string): kind is WaitingKind => Object.hasOwn(WAITING, kind);

/** Steps of a new company: one waits while its fact is missing. They are counted for a named company only. */
export const SETUP = {
  'setup.purposes': { service: 'compliance', permission: 'compliance:read' },
  'setup.notices': { service: 'compliance', permission: 'compliance:read' },
  'setup.people': { service: 'vault', permission: 'pii:read' },
  'setup.administrators': { service: 'identity', permission: 'users:manage' },
  'setup.addresses': { service: 'tenancy', permission: 'access:manage' },
  'setup.checks': { service: 'compliance', permission: 'compliance:read' },
} as const satisfies Readonly<Record<string, Register>>;

/**
 * Steps of a new vault: one waits while its fact is missing. They are counted for all companies together, for users who
 * may create companies.
 */
export const VAULT_SETUP = {
  'setup.company': { service: 'tenancy', permission: 'company:create' },
  'setup.superAdmins': { service: 'identity', permission: 'company:create' },
  'setup.mail': { service: 'identity', permission: 'company:create' },
  'setup.backup': { service: 'crypto', permission: 'company:create' },
  'setup.keyStore': { service: 'crypto', permission: 'company:create' },
} as const satisfies Readonly<Record<string, Register>>;
export type CountedKind = WaitingKind | keyof typeof SETUP | keyof typeof VAULT_SETUP;

const COUNTED = { ...WAITING, ...SETUP, ...VAULT_SETUP };
const KINDS = Object.keys(COUNTED) as CountedKind[];

/** Services that have such registers. */
export const WAITING_SERVICES = [...new Set(KINDS.map((kind) => COUNTED[kind].service))];

/** The registers of a service that a user may read, in a company or in any of the user's. */
export function readableKinds(
  { caller: user }: Pick<Ctx, 'caller'>,
  service: ServiceName,
  companyId: number | undefined,
): CountedKind[] {
  return KINDS.filter((kind) => {
    const { service: own, permission }: Register = COUNTED[kind];
    if (own !== service || permission === undefined) return own === service;
    const isStep = !isWaitingKind(kind);
    if (isStep && Object.hasOwn(VAULT_SETUP, kind) !== (companyId === undefined)) return false;
    return companyId === undefined
      ? hasPermissionAnywhere(user, permission)
      : hasPermission(user, permission, companyId);
  });
}

/** What waits in a register, and its first entry. */
export interface Waits {
  readonly count: number;
  /** Those of count whose time is over. */
  readonly overdue?: number;
  /** Of the first entry. */
  readonly companyId?: number | null | undefined;
  readonly dueAt?: Date | null | undefined;
  /** Ids, codes and figures of the first entry. No text, no value. */
  readonly details?: Readonly<Record<string, string>>;
}

/**
 * Counts registers, one function for those that one query counts. It is called for a user who may read them in the
 * company, or in some company when none is named; then it counts in those companies.
 */
export type WaitingCounts = ReadonlyArray<
  readonly [
    kinds: readonly CountedKind[],
    count: (
      ctx: Ctx,
      companyId: number | undefined,
    ) => Promise<Readonly<Partial<Record<CountedKind, Waits>>>>,
  ]
>;

/** Counts what waits for a user in the registers of one service. */
export type CountWaiting = (ctx: Ctx, companyId: number | undefined) => Promise<CountWaitingResponse>;

/** A register that fails leaves the others readable. */
export function countWaiting(service: ServiceName, counts: WaitingCounts): CountWaiting {
  return async (ctx, companyId) => {
    const readable = new Set(readableKinds(ctx, service, companyId));
    const answers = await Promise.all(
      counts.map(async ([kinds, count]) => {
        const own = kinds.filter((kind) => readable.has(kind));
        return own.length === 0 ? NOTHING : await answerOf(own, () => count(ctx, companyId));
      }),
    );
    return {
      registers: answers.flatMap(({ registers }) => registers),
      unread: answers.flatMap(({ unread }) => unread),
    };
  };
}

export function waitingRpc(service: ServiceName, counts: WaitingCounts): RpcService {
  const count = countWaiting(service, counts);
  return serve(WaitingService, {
    countWaiting: {
      allow: caller<CountWaitingRequest>(),
      handle: (ctx, { companyId }) => count(ctx, companyId),
    },
  });
}

const NOTHING = { registers: [], unread: [] };

const REFUSALS: ReadonlySet<GrpcCodeName> = new Set(['UNAUTHENTICATED', 'PERMISSION_DENIED', 'CANCELLED']);
/** Whether an error refuses the caller, so that it is the response to the whole call. */
export const refusesCaller = ({ code }: AppError): boolean => REFUSALS.has(code);

async function answerOf(kinds: readonly CountedKind[], count: () => ReturnType<WaitingCounts[number][1]>) {
  try {
    const found = await count();
    const registers = kinds.map((kind) => {
      const { count: entries, overdue = 0, companyId, dueAt, details = {} } = found[kind] ?? { count: 0 };
      return {
        ...{ kind, count: entries, overdue, details },
        ...{ companyId: companyId ?? undefined, dueAt: dueAt ?? undefined },
      };
    });
    return { registers, unread: [] };
  } catch (thrown) {
    const error = AppError.from(thrown);
    // Registers of a suspended company are closed to everyone.
    if (error.reason === 'COMPANY_SUSPENDED') return NOTHING;
    if (refusesCaller(error)) throw error;
    return { registers: [], unread: [...kinds] };
  }
}
