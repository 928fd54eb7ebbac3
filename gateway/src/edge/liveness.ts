import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { unavailable } from '@pii-vault/platform/core/errors/app-error';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { AuthService } from '@pii-vault/proto/identity/v1/auth';

/** A login session or an API client, by its id in identity. */
export interface CredentialRef {
  readonly kind: 'session' | 'client';
  readonly id: string;
}

export type LivenessClient = Pick<RpcClient<typeof AuthService>, 'liveness'>;

export interface Liveness {
  /** Records that an exchange proved liveness; `at` is the epoch ms of its start. */
  seen(ref: CredentialRef, roleVersion: number, at: number): void;
  /**
   * Version of the user's roles, at most `maxAgeMs` old; undefined when the credential has ended.
   * @throws AppError UNAVAILABLE when identity has not answered for longer than `graceMs`
   */
  check(ref: CredentialRef, limits: { maxAgeMs: number; graceMs: number }): Promise<number | undefined>;
  /** Records use by a person, which extends the session. */
  used(ref: CredentialRef): void;
  /** Refreshes all credentials in use with one batched RPC. */
  refresh(): Promise<void>;
}

interface Entry {
  readonly ref: CredentialRef;
  roleVersion: number | undefined;
  checkedAt: number;
  usedAt: number;
  /** Used by a person since the last RPC, which reports it to identity. */
  isUsed: boolean;
}

const batchSize = 1000;
const forgetAfterMs = 120_000;

const keyOf = (ref: CredentialRef) => `${ref.kind}:${ref.id}`;

/** At most one RPC is in flight; callers that need newer state share the next one. */
export function createLiveness(
  client: LivenessClient,
  self: () => Ctx,
  now: () => number = Date.now,
): Liveness {
  const entries = new Map<string, Entry>();
  let inFlight: Promise<void> | undefined;

  async function askAll(): Promise<void> {
    for (const [key, entry] of entries) if (now() - entry.usedAt > forgetAfterMs) entries.delete(key);
    const all = [...entries.values()];
    for (let at = 0; at < all.length; at += batchSize)
      await ask(client, self(), all.slice(at, at + batchSize), now());
  }

  function refresh(): Promise<void> {
    inFlight ??= askAll().finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  }

  return {
    refresh,
    seen(ref, roleVersion, at) {
      const known = entries.get(keyOf(ref));
      if (known !== undefined && known.checkedAt >= at) return;
      const isUsed = known?.isUsed ?? false;
      entries.set(keyOf(ref), { ref, roleVersion, checkedAt: at, usedAt: now(), isUsed });
    },
    used(ref) {
      const entry = entries.get(keyOf(ref));
      if (entry !== undefined) entry.isUsed = true;
    },
    async check(ref, limits) {
      const askedAt = now();
      const entry = entries.get(keyOf(ref));
      if (entry === undefined) return undefined;
      entry.usedAt = askedAt;
      return await answerOf(entry, askedAt, limits, refresh);
    },
  };
}

/** State of a credential at `askedAt`, after as many RPCs as needed. */
async function answerOf(
  entry: Entry,
  askedAt: number,
  { maxAgeMs, graceMs }: { readonly maxAgeMs: number; readonly graceMs: number },
  refresh: () => Promise<void>,
): Promise<number | undefined> {
  const age = () => askedAt - entry.checkedAt;
  if (age() <= maxAgeMs) {
    // Refreshed early, so that requests of a busy credential never wait.
    if (age() > maxAgeMs / 2) refresh().catch(() => {});
    return entry.roleVersion;
  }
  // The batch in flight may lack this credential; then the next one has it.
  for (let round = 0; round < 2 && age() > maxAgeMs; round++) await refresh().catch(() => {});
  if (age() <= Math.max(maxAgeMs, graceMs)) return entry.roleVersion;
  throw unavailable('IDENTITY_UNAVAILABLE', 'Sign-ins cannot be checked at the moment. Please try again.');
}

function idsOf(kind: CredentialRef['kind'], some: readonly Entry[]): string[] {
  return some.filter((entry) => entry.ref.kind === kind).map((entry) => entry.ref.id);
}

/** Sends one RPC for a batch. The age of its result starts at the request: a slow answer is not newer. */
async function ask(
  client: LivenessClient,
  ctx: Ctx,
  batch: readonly Entry[],
  startedAt: number,
): Promise<void> {
  const active = batch.filter((entry) => entry.isUsed);
  for (const entry of active) entry.isUsed = false;
  try {
    const answer = await client.liveness(ctx, {
      sessionIds: idsOf('session', batch),
      clientIds: idsOf('client', batch),
      activeSessionIds: idsOf('session', active),
    });
    const live = new Map<string, number>();
    for (const { id, roleVersion } of answer.sessions) live.set(`session:${id}`, roleVersion);
    for (const { id, roleVersion } of answer.clients) live.set(`client:${id}`, roleVersion);
    for (const entry of batch) {
      entry.roleVersion = live.get(keyOf(entry.ref));
      entry.checkedAt = Math.max(entry.checkedAt, startedAt);
    }
  } catch (error) {
    for (const entry of active) entry.isUsed = true;
    throw error;
  }
}
