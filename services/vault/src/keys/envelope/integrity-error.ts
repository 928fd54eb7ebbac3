import { AppError } from '@pii-vault/platform/core/errors/app-error';

/**
 * The single error for an invalid ciphertext or wrapped key: a flipped bit, a value moved to another field, person,
 * company or version, an unknown format. It does not say which check failed, so it is no oracle.
 */
export class IntegrityError extends AppError {
  constructor(options: { cause?: unknown } = {}) {
    super('DATA_LOSS', 'DATA_INTEGRITY', 'A stored value failed its integrity check', options);
    this.name = 'IntegrityError';
  }
}
