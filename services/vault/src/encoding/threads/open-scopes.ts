import type { KeyObject } from 'node:crypto';

/** Under which key a scope's people are encoded. */
export interface ScopeKey {
  readonly name: string;
  readonly keyVersion: number;
  readonly key: KeyObject;
}

interface OpenScope<T> {
  readonly key: KeyObject;
  readonly opened: T;
  usedAt: number;
}

/** Maximum number of open scopes; the least recently used one is closed first. */
const MAX_SCOPES = 8;

/** The open scopes, each with the value opened from its key. */
export class OpenScopes<T> {
  readonly #open: (key: KeyObject) => T;
  readonly #close: (opened: T) => void;
  readonly #scopes = new Map<string, OpenScope<T>>();

  /** @param close overwrites the value opened from a key */
  constructor(open: (key: KeyObject) => T, close: (opened: T) => void) {
    this.#open = open;
    this.#close = close;
  }

  get size(): number {
    return this.#scopes.size;
  }

  /** @throws the error of `open`; the scope is not open then */
  of(scope: ScopeKey, usedAt: number): T {
    const name = `${scope.name} ${scope.keyVersion}`;
    const known = this.#scopes.get(name);
    if (known?.key.equals(scope.key)) {
      known.usedAt = usedAt;
      // The last of the map is the most recently used one.
      this.#scopes.delete(name);
      this.#scopes.set(name, known);
      return known.opened;
    }
    this.#drop(name);
    const oldest = this.#scopes.keys().next();
    if (this.#scopes.size >= MAX_SCOPES && !oldest.done) this.#drop(oldest.value);
    const opened = this.#open(scope.key);
    this.#scopes.set(name, { key: scope.key, opened, usedAt });
    return opened;
  }

  /** Closes the scopes unused since then. */
  closeUnused(since: number): void {
    for (const [name, { usedAt }] of this.#scopes) if (usedAt < since) this.#drop(name);
  }

  closeAll(): void {
    for (const name of this.#scopes.keys()) this.#drop(name);
  }

  #drop(name: string): void {
    const known = this.#scopes.get(name);
    this.#scopes.delete(name);
    if (known !== undefined) this.#close(known.opened);
  }
}
