import {
  HAS_DIRECTION_MARK,
  hasDirectionMark,
  isReadableName,
} from '@pii-vault/platform/domain/readable-name';
import { invalid } from '../errors.ts';

export type FactorKind = 'totp' | 'passkey';

/** A second factor as its owner and administrators see it. */
export interface Factor {
  readonly id: number;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** A user's proof of a second factor. */
export type FactorProof =
  | { readonly kind: 'totp'; readonly code: string }
  | { readonly kind: 'recovery_code'; readonly code: string }
  /** AuthenticationResponseJSON (WebAuthn Level 3). */
  | { readonly kind: 'passkey'; readonly response: string };

export const MAX_FACTORS = 10;

/** Normalises a name: trimmed, NFC. @throws AppError INVALID_FACTOR_NAME */
export function factorName(given: string): string {
  const name = given.normalize('NFC').trim();
  if (name.length <= 100 && isReadableName(name)) return name;
  const message = hasDirectionMark(name) ? HAS_DIRECTION_MARK : 'A name has 1 to 100 characters';
  throw invalid('INVALID_FACTOR_NAME', [{ path: 'name', message }]);
}
