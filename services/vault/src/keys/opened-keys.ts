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
}

/** Life of an opened key, ms; crypto-and-security.md bounds it by 60 s. */
const LIFE_MS = 60_000;
/** After this age the next caller starts the next opening and nobody waits for it. */
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

  async live(owner: Owner): Promise<readonly OpenedKey[]> {
    return await this.#keysOf(owner);
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
    const entry = { openedAt: this.#now(), keys };
    this.#entries.delete(owner);
    this.#entries.set(owner, entry);
    this.#trim();
    // A failure is told to those who waited and is not kept.
    keys.catch(() => {
      if (this.#entries.get(owner) === entry) this.#entries.delete(owner);
    });
    return keys;
  }

  #renew(owner: Owner): void {
    if (this.#renewing.has(owner)) return;
    this.#renewing.add(owner);
    const openedAt = this.#now();
    this.#open(owner)
      .then((keys) => this.#entries.set(owner, { openedAt, keys: Promise.resolve(keys) }))
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

function noSuchKey(): AppError {
  return new AppError('DATA_LOSS', 'KEY_NOT_LIVE', 'The key of a stored value is not live any more');
}
