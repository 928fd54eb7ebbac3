import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { ConsentDetails, ConsentEntry } from '../../consents/consent.ts';
import type { LinkableValue } from '../../consents/link-scope.ts';

/** The values of a new person that matching needs, from the write that created it. */
export interface RecentWrite {
  readonly companyId: number;
  readonly individualId: number;
  readonly consent: ConsentDetails;
  /** Canonical values by type, without values that have a separate retention. */
  readonly values: ReadonlyMap<FieldType, string>;
}

/** A person's first version: the stored one until the next write. */
export const FIRST_VERSION = 1;

/**
 * Matching asks within a second, during batches and imports after six seconds or more. A person that is no longer
 * cached is read and decrypted, when the load is highest.
 */
const KEPT_MS = 20_000;
/** More people than matching lags behind at 4,000 a second while it matches a whole scope again. */
const MAX_KEPT = 60_000;
/** About 200 characters per person, up to 5,000 with the longest values; at most two bytes per character. */
const MAX_CHARACTERS = 16_000_000;

interface Kept {
  readonly consent: ConsentDetails;
  /** Types and values as JSON: one string takes a fifth of the memory of a Map of strings. */
  readonly values: string;
  readonly at: number;
}

/** Caches a new person with all its values; call it after the commit. */
export function cacheRecentWrite(
  cache: Pick<RecentWriteCache, 'add'>,
  write: Omit<RecentWrite, 'consent' | 'values'> & {
    readonly isNew: boolean;
    readonly consent?: ConsentDetails;
  },
  person: Pick<RecentWrite, 'values'> & { readonly retentionExpiry?: Date },
): void {
  const { companyId, individualId, isNew, consent } = write;
  if (!isNew || consent === undefined || person.retentionExpiry !== undefined) return;
  cache.add({ companyId, individualId, consent, values: person.values });
}

/**
 * Cache of new people until matching reads them once, so that their values need not be read and decrypted. An entry is
 * valid for 20 s of a monotonic clock and removed after 22 s, if `forgetOld` is called every 2 s; at most 60,000
 * entries.
 */
export class RecentWriteCache {
  readonly #now: () => number;
  /** In the order of insertion. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Call it after the commit of the person's first version. */
  add(person: RecentWrite): void {
    if (this.#kept.size >= MAX_KEPT || this.#characters >= MAX_CHARACTERS) return;
    const values = JSON.stringify([...person.values]);
    const name = nameOf(person);
    this.#forget(name);
    this.#kept.set(name, { consent: person.consent, values, at: this.#now() });
    this.#characters += values.length;
  }

  /** Removes and returns the person; undefined when it is not cached. */
  take(companyId: number, individualId: number): RecentWrite | undefined {
    const kept = this.#forget(nameOf({ companyId, individualId }));
    if (kept === undefined || kept.at < this.#now() - KEPT_MS) return undefined;
    return { companyId, individualId, consent: kept.consent, values: new Map(JSON.parse(kept.values)) };
  }

  /** Call it every 2 s. */
  forgetOld(): void {
    const since = this.#now() - KEPT_MS;
    for (const [name, { at }] of this.#kept) {
      if (at >= since) return;
      this.#forget(name);
    }
  }

  #forget(name: string): Kept | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined) return undefined;
    this.#kept.delete(name);
    this.#characters -= kept.values.length;
    return kept;
  }
}

/** The person's consents, from its creation. */
export function recentConsents({ consent }: RecentWrite): ConsentEntry[] {
  return [{ seq: FIRST_CONSENT, recordedAt: consent.date, typeMask: 0, kind: 'given', details: consent }];
}

export function recentValues({ values }: RecentWrite): LinkableValue[] {
  return [...values].map(([type, value]) => ({ type, value, consentSeq: FIRST_CONSENT }));
}

const FIRST_CONSENT = 1;

function nameOf({ companyId, individualId }: Pick<RecentWrite, 'companyId' | 'individualId'>): string {
  return `${companyId}:${individualId}`;
}
