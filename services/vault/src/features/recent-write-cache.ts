import type { FieldType } from '@pii-vault/platform/domain/field-types/field-type';
import type { ConsentDetails, ConsentEntry } from '../consents/consent.ts';
import type { LinkableValue } from './scope.ts';

/** What matching needs of a person, as the write that made the person had it in hand. */
export interface RecentWrite {
  readonly companyId: number;
  readonly individualId: number;
  readonly consent: ConsentDetails;
  /** Canonical values by type, without values that have a separate retention. */
  readonly values: ReadonlyMap<FieldType, string>;
}

/** A person's first version: until it has another one, this is what is stored. */
export const FIRST_VERSION = 1;

/**
 * Matching asks within a second; during batches and imports six seconds late or more. A person that is no longer cached
 * is read back and decrypted, when the load is highest.
 */
const KEPT_MS = 20_000;
/** More than matching lags behind at 4,000 a second while it matches a whole scope again. */
const MAX_KEPT = 60_000;
/**
 * About two hundred characters each, up to five thousand with values of the greatest lengths; two bytes a character at
 * most.
 */
const MAX_CHARACTERS = 16_000_000;

interface Kept {
  readonly consent: ConsentDetails;
  /** Types and values as JSON: one string is a fifth of what a Map with its strings takes. */
  readonly values: string;
  readonly at: number;
}

/** Caches a person who is new, with all its values; to be called after the commit. */
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
 * People who were just created, until matching asks for them once: their values need not be read back and decrypted.
 * Kept for 20 s by a monotonic clock and removed after 22, as `forgetOld` is called every 2 s; 60,000 at
 * most.
 */
export class RecentWriteCache {
  readonly #now: () => number;
  /** In the order in which they came. */
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** To be called when the person's first version is committed. */
  add(person: RecentWrite): void {
    if (this.#kept.size >= MAX_KEPT || this.#characters >= MAX_CHARACTERS) return;
    const values = JSON.stringify([...person.values]);
    const name = nameOf(person);
    this.#forget(name);
    this.#kept.set(name, { consent: person.consent, values, at: this.#now() });
    this.#characters += values.length;
  }

  /** Hands the person out, once; undefined when it is not known any more. */
  take(companyId: number, individualId: number): RecentWrite | undefined {
    const kept = this.#forget(nameOf({ companyId, individualId }));
    if (kept === undefined || kept.at < this.#now() - KEPT_MS) return undefined;
    return { companyId, individualId, consent: kept.consent, values: new Map(JSON.parse(kept.values)) };
  }

  /** To be called every 2 s. */
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

/** The person's consents, which the creation gave. */
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
