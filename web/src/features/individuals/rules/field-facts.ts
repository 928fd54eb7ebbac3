import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { purposeName } from '../../../i18n/field-name.ts';

/** Facts shown next to a value; undefined where there are none. */
export interface FieldFacts {
  purposes?: string | undefined;
  givenAt?: string | undefined;
  withdrawnAt?: string | undefined;
  /** The one that was withdrawn, where the consent goes on for others. */
  withdrawnPurpose?: string | undefined;
  expiresAt?: string | undefined;
  /** null: no end. */
  keptUntil?: string | null | undefined;
  updatedAt?: string | undefined;
}

export type FactSource = Pick<PiiField, 'consentDetails' | 'retentionExpiry' | 'updatedAt'>;

export function factsOf({ consentDetails: consent, retentionExpiry, updatedAt }: FactSource): FieldFacts {
  const others = consent.alsoFor ?? [];
  const goesOn = consent.withdrawnAt !== undefined && others.length > 0;
  return {
    purposes: (goesOn ? others : [consent.purpose, ...others]).map(purposeName).join(', '),
    withdrawnPurpose: goesOn ? purposeName(consent.purpose) : undefined,
    givenAt: consent.date,
    withdrawnAt: consent.withdrawnAt,
    expiresAt: consent.expiresAt,
    keptUntil: retentionExpiry,
    updatedAt,
  };
}

const MINUTE_MS = 60_000;
const minuteOf = (at: string | undefined) => Math.floor(Date.parse(at ?? '') / MINUTE_MS);

/**
 * Only what a field does not share with the one whose facts stand above the list: a person's fields mostly come
 * together, and a line that repeats itself nine times hides the one that differs.
 */
export function factsBeside(field: FactSource, shared: FactSource): FieldFacts {
  const own = factsOf(field);
  const above = factsOf(shared);
  const hasOwnConsent =
    own.purposes !== above.purposes ||
    own.withdrawnAt !== above.withdrawnAt ||
    own.expiresAt !== above.expiresAt;
  return {
    ...(hasOwnConsent
      ? {
          purposes: own.purposes,
          givenAt: own.givenAt,
          withdrawnAt: own.withdrawnAt,
          withdrawnPurpose: own.withdrawnPurpose,
          expiresAt: own.expiresAt,
        }
      : {}),
    ...(own.keptUntil === above.keptUntil ? {} : { keptUntil: own.keptUntil }),
    ...(minuteOf(own.updatedAt) === minuteOf(above.updatedAt) ? {} : { updatedAt: own.updatedAt }),
  };
}
