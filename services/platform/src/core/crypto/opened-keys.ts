import { AppError, dataLoss } from '../errors/app-error.ts';

/** A key that crypto opened, in any form. Never stored, logged or sent. */
export interface VersionedKey {
  readonly version: number;
  readonly isActive: boolean;
}

interface Entry<Key> {
  readonly openedAt: number;
  readonly keys: Promise<readonly Key[]>;
  /** The same, once `keys` is fulfilled. */
  opened?: readonly Key[];
}

/** Life of an opened key, ms; the contract of crypto bounds it by 60 s. */
const LIFE_MS = 60_000;
/** After this age the next call refreshes the entry in the background. */
const RENEW_MS = 45_000;
const MAX_OWNERS = 5_000;

/**
 * Opened keys by owner (a company, an agreement, a service). One call to crypto per owner and life, for any number of
 * callers. A key leaves the cache at most 60 s after the start of the call that opened it, in an idle process too.
 */
export class OpenedKeys<Owner, Key extends VersionedKey> {
  readonly #open: (owner: Owner) => Promise<readonly Key[]>;
  readonly #now: () => number;
  readonly #entries = new Map<Owner, Entry<Key>>();
  readonly #renewing = new Set<Owner>();
  #expiry: NodeJS.Timeout | undefined;
  /** Incremented by `forget`, so that a renewal that started before does not restore dropped keys. */
  #generation = 0;

  constructor(open: (owner: Owner) => Promise<readonly Key[]>, now: () => number = Date.now) {
    this.#open = open;
    this.#now = now;
  }

  /** Owners whose keys are in memory. */
  get size(): number {
    return this.#entries.size;
  }

  /** The version for new data. @throws AppError DATA_LOSS KEY_NOT_LIVE */
  async active(owner: Owner): Promise<Key> {
    return keyOr((await this.#keysOf(owner)).find((one) => one.isActive));
  }

  /** A version for reading; fetches once if it is unknown. @throws AppError DATA_LOSS KEY_NOT_LIVE */
  async version(owner: Owner, version: number): Promise<Key> {
    const isIt = (one: Key) => one.version === version;
    return keyOr((await this.#keysOf(owner)).find(isIt) ?? (await this.#fetch(owner)).find(isIt));
  }

  /** The same without waiting; undefined when it is not cached or a renewal is due. */
  versionAtHand(owner: Owner, version: number): Key | undefined {
    const entry = this.#entries.get(owner);
    if (entry?.opened === undefined || this.#now() - entry.openedAt >= RENEW_MS) return undefined;
    return entry.opened.find((one) => one.version === version);
  }

  async live(owner: Owner): Promise<readonly Key[]> {
    return await this.#keysOf(owner);
  }

  /** Drops the opened keys of one owner, or of all. Results of running fetches are not cached either. */
  forget(owner?: Owner): void {
    this.#generation += 1;
    if (owner === undefined) this.#entries.clear();
    else this.#entries.delete(owner);
  }

  async #keysOf(owner: Owner): Promise<readonly Key[]> {
    const entry = this.#entries.get(owner);
    const age = entry === undefined ? LIFE_MS : this.#now() - entry.openedAt;
    if (entry === undefined || age >= LIFE_MS) return await this.#fetch(owner);
    if (age >= RENEW_MS) this.#renew(owner);
    return await entry.keys;
  }

  #fetch(owner: Owner): Promise<readonly Key[]> {
    this.#dropExpired();
    const keys = this.#open(owner);
    const entry: Entry<Key> = { openedAt: this.#now(), keys };
    this.#entries.delete(owner);
    this.#entries.set(owner, entry);
    this.#trim();
    this.#expireLater();
    keys.then(
      (opened) => {
        entry.opened = opened;
      },
      // A failure rejects the waiting callers and is not cached.
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
        this.#expireLater();
      })
      // The old entry serves until its life ends; then the error reaches a caller.
      .catch(() => undefined)
      .finally(() => this.#renewing.delete(owner));
  }

  #dropExpired(): void {
    for (const [owner, { openedAt }] of this.#entries)
      if (this.#now() - openedAt >= LIFE_MS) this.#entries.delete(owner);
  }

  /** One timer for all entries, due when the oldest ends; it keeps no process alive. */
  #expireLater(): void {
    if (this.#expiry !== undefined || this.#entries.size === 0) return;
    const oldest = Math.min(...this.#entries.values().map(({ openedAt }) => openedAt));
    this.#expiry = setTimeout(
      () => {
        this.#expiry = undefined;
        this.#dropExpired();
        this.#expireLater();
      },
      Math.max(oldest + LIFE_MS - this.#now(), 1),
    ).unref();
  }

  #trim(): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size > MAX_OWNERS && !oldest.done) this.#entries.delete(oldest.value);
  }
}

/** Whether the key version of a stored value is no longer live: it may have been rewrapped since the row was read. */
export function isKeyNotLive(error: unknown): boolean {
  return error instanceof AppError && error.reason === 'KEY_NOT_LIVE';
}

function keyOr<Key>(key: Key | undefined): Key {
  if (key === undefined) throw dataLoss('KEY_NOT_LIVE', 'The key of a stored value is not live any more');
  return key;
}
