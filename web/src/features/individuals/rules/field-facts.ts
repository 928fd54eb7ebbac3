import type { PiiField } from '@pii-vault/contract/individuals/individuals-schema';
import { purposeName } from '../../../i18n/field-name.ts';

/** Facts shown next to a value; undefined for those not to be shown. */
export interface FieldFacts {
  purposes?: string | undefined;
  givenAt?: string | undefined;
  withdrawnAt?: string | undefined;
  /** The withdrawn purpose, if the consent still covers others. */
  withdrawnPurpose?: string | undefined;
  expiresAt?: string | undefined;
  /** null: unlimited. */
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
 * The facts of a field that differ from those shown above the list. Most fields of a person share their facts;
 * repeating them would hide the one that differs.
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
