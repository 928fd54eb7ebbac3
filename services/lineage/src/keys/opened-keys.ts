import { createSecretKey, type KeyObject } from 'node:crypto';
import { AppError } from '@pii-vault/platform/errors/app-error';
import type { OpenedKey as Answered } from '@pii-vault/proto/crypto/v1/keys';
import { IvPool } from './iv-pool.ts';

/** A key that crypto opened: 32 bytes for AES-256-GCM. Never stored, logged or sent. */
export interface OpenedKey {
  readonly version: number;
  readonly isActive: boolean;
  /** To derive from, and for other threads. */
  readonly key: Buffer;
  /** The same: a record is opened several times faster with it than with bytes (Node 24). */
  readonly object: KeyObject;
  /** Of what is sealed with it. */
  readonly ivs: IvPool;
}

/** @param key 32 bytes */
export const openedKey = (version: number, isActive: boolean, key: Buffer): OpenedKey => ({
  version,
  isActive,
  key,
  object: createSecretKey(key),
  ivs: new IvPool(),
});

/** Life of an opened key, ms; the contract of crypto bounds it by 60 s. */
const LIFE_MS = 60_000;

/** Opened keys by owner. One call to crypto per owner and life, however many ask at once. */
export class OpenedKeys<Owner> {
  readonly #open: (owner: Owner) => Promise<readonly Answered[]>;
  readonly #now: () => number;
  readonly #entries = new Map<
    Owner,
    { readonly openedAt: number; readonly keys: Promise<readonly OpenedKey[]> }
  >();

  constructor(open: (owner: Owner) => Promise<readonly Answered[]>, now: () => number = Date.now) {
    this.#open = open;
    this.#now = now;
  }

  /** The version that new data uses. @throws AppError DATA_LOSS KEY_NOT_LIVE */
  async active(owner: Owner): Promise<OpenedKey> {
    return keyOr((await this.#keysOf(owner)).find((one) => one.isActive));
  }

  /** A version that reads; one that is not known yet is asked for once. @throws AppError DATA_LOSS KEY_NOT_LIVE */
  async version(owner: Owner, version: number): Promise<OpenedKey> {
    const known = (await this.#keysOf(owner)).find((one) => one.version === version);
    return keyOr(known ?? (await this.#fetch(owner)).find((one) => one.version === version));
  }

  #keysOf(owner: Owner): Promise<readonly OpenedKey[]> {
    const entry = this.#entries.get(owner);
    const isAlive = entry !== undefined && this.#now() - entry.openedAt < LIFE_MS;
    return isAlive ? entry.keys : this.#fetch(owner);
  }

  #fetch(owner: Owner): Promise<readonly OpenedKey[]> {
    this.#dropExpired();
    const keys = this.#open(owner).then((answers) => answers.map(opened));
    const entry = { openedAt: this.#now(), keys };
    this.#entries.set(owner, entry);
    // A failure is thrown to the waiting callers and not cached.
    keys.catch(() => {
      if (this.#entries.get(owner) === entry) this.#entries.delete(owner);
    });
    return keys;
  }

  #dropExpired(): void {
    for (const [owner, { openedAt }] of this.#entries)
      if (this.#now() - openedAt >= LIFE_MS) this.#entries.delete(owner);
  }
}

function opened({ version, active, key }: Answered): OpenedKey {
  const copy = Buffer.from(key);
  key.fill(0);
  return openedKey(version, active, copy);
}

function keyOr(key: OpenedKey | undefined): OpenedKey {
  if (key === undefined)
    throw new AppError('DATA_LOSS', 'KEY_NOT_LIVE', 'The key of a stored value is not live any more');
  return key;
}
