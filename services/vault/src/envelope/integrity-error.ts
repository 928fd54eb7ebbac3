import { AppError } from '@pii-vault/platform/core/errors/app-error';

/**
 * The one answer to a ciphertext or wrapped key that is not what it claims to be: a flipped bit, a
 * value moved to another field, person, company or version, an unknown format. It says nothing about
 * which check failed, so it is no oracle.
 */
export class IntegrityError extends AppError {
  constructor(options: { cause?: unknown } = {}) {
    super('DATA_LOSS', 'DATA_INTEGRITY', 'A stored value failed its integrity check', options);
    this.name = 'IntegrityError';
  }
}
