import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '@pii-vault/platform/errors/app-error';

/** A key that crypto opened. Never stored, logged or sent. */
export interface OpenedKey {
  readonly keyId: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly key: KeyObject;
}

interface Entry {
  readonly openedAt: number;
  readonly keys: Promise<readonly OpenedKey[]>;
  /** The same once they are there. */
  opened?: readonly OpenedKey[];
}

/** Life of an opened key, ms; the contract of crypto bounds it by 60 s. */
const LIFE_MS = 60_000;
/** After this age the next caller starts a renewal in the background. */
const RENEW_MS = 45_000;
const MAX_OWNERS = 5_000;

/**
 * Opened keys by owner (a company or an agreement). One call to crypto per owner and life, however many ask at
 * once. A key leaves the cache at the latest 60 s after the call that opened it was begun.
 */
export class OpenedKeys<Owner extends number> {
  readonly #open: (owner: Owner) => Promise<readonly OpenedKey[]>;
  readonly #now: () => number;
  readonly #entries = new Map<Owner, Entry>();
  readonly #renewing = new Set<Owner>();
  /** Grows when something was forgotten: a renewal begun before may bring back what was dropped. */
  #generation = 0;

  constructor(open: (owner: Owner) => Promise<readonly OpenedKey[]>, now: () => number) {
    this.#open = open;
    this.#now = now;
  }

  /** The version that new data uses. */
  async active(owner: Owner): Promise<OpenedKey> {
    const key = (await this.#keysOf(owner)).find((one) => one.isActive);
    if (key === undefined) throw noSuchKey();
    return key;
  }

  /** A version that reads; one that the cache does not know yet is asked for once. */
  async version(owner: Owner, version: number): Promise<OpenedKey> {
    const key =
      (await this.#keysOf(owner)).find((one) => one.version === version) ??
      (await this.#fetch(owner)).find((one) => one.version === version);
    if (key === undefined) throw noSuchKey();
    return key;
  }

  /** The same at once; undefined when it has to be asked for, or the next opening is due. */
  versionAtHand(owner: Owner, version: number): OpenedKey | undefined {
    const entry = this.#entries.get(owner);
    if (entry?.opened === undefined || this.#now() - entry.openedAt >= RENEW_MS) return undefined;
    return entry.opened.find((one) => one.version === version);
  }

  async live(owner: Owner): Promise<readonly OpenedKey[]> {
    return await this.#keysOf(owner);
  }

  /** Drops the opened keys of one owner, or of all; an opening under way is not kept either. */
  forget(owner?: Owner): void {
    this.#generation += 1;
    if (owner === undefined) this.#entries.clear();
    else this.#entries.delete(owner);
  }

  async #keysOf(owner: Owner): Promise<readonly OpenedKey[]> {
    const entry = this.#entries.get(owner);
    const age = entry === undefined ? LIFE_MS : this.#now() - entry.openedAt;
    if (entry === undefined || age >= LIFE_MS) return await this.#fetch(owner);
    if (age >= RENEW_MS) this.#renew(owner);
    return await entry.keys;
  }

  #fetch(owner: Owner): Promise<readonly OpenedKey[]> {
    const keys = this.#open(owner);
    const entry: Entry = { openedAt: this.#now(), keys };
    this.#entries.delete(owner);
    this.#entries.set(owner, entry);
    this.#trim();
    keys.then(
      (opened) => {
        entry.opened = opened;
      },
      // A failure is thrown to the waiting callers and not cached.
      () => {
        if (this.#entries.get(owner) === entry) this.#entries.delete(owner);
      },
    );
    return keys;
  }

  #renew(owner: Owner): void {
    if (this.#renewing.has(owner)) return;
    this.#renewing.add(owner);
    const openedAt = this.#now();
    const generation = this.#generation;
    this.#open(owner)
      .then((keys) => {
        if (generation !== this.#generation) return;
        this.#entries.set(owner, { openedAt, keys: Promise.resolve(keys), opened: keys });
      })
      // The old entry serves until its life ends; then the error reaches a caller.
      .catch(() => undefined)
      .finally(() => this.#renewing.delete(owner));
  }

  #trim(): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > MAX_OWNERS && !oldest.done) this.#entries.delete(oldest.value);
  }
}

/** Takes a key out of an answer of crypto and wipes the answer's copy. */
export function openedKey(answer: {
  readonly keyId: string;
  readonly version: number;
  readonly active: boolean;
  readonly key: Uint8Array;
}): OpenedKey {
  const key = createSecretKey(answer.key);
  answer.key.fill(0);
  return { keyId: answer.keyId, version: answer.version, isActive: answer.active, key };
}

/** Whether a stored value's key version is live no more: it may have been rewrapped since the row was read. */
export function isKeyNotLive(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'KEY_NOT_LIVE';
}

function noSuchKey(): AppError {
  return new AppError('DATA_LOSS', 'KEY_NOT_LIVE', 'The key of a stored value is not live any more');
}
