import { KeyStoreError, type KeyStoreFault } from './key-store.ts';

/** Errors of the KMS API (API reference, version 2014-11-01, "Common errors" and those of Encrypt, Decrypt, Sign). */
const FAULTS: Readonly<Record<string, KeyStoreFault>> = {
  NotFoundException: 'absent',
  DisabledException: 'disabled',
  InvalidCiphertextException: 'integrity',
  IncorrectKeyException: 'integrity',
  InvalidKeyUsageException: 'misuse',
  InvalidArnException: 'misuse',
  ValidationException: 'misuse',
  AccessDeniedException: 'refused',
  CredentialsProviderError: 'refused',
  ExpiredTokenException: 'refused',
  IncompleteSignature: 'refused',
  InvalidClientTokenId: 'refused',
  InvalidSignatureException: 'refused',
  MissingAuthenticationTokenException: 'refused',
  NotAuthorized: 'refused',
  OptInRequired: 'refused',
  UnrecognizedClientException: 'refused',
};

const SENTENCES: Readonly<Record<KeyStoreFault, string>> = {
  absent: 'AWS KMS has no such key',
  disabled: 'The key is disabled in AWS KMS',
  integrity: 'The ciphertext for AWS KMS does not authenticate',
  misuse: 'AWS KMS refuses this operation for the key',
  refused: 'AWS KMS refuses our credentials or they lack a permission',
  unavailable: 'AWS KMS does not answer',
  unsafe: 'The key in AWS KMS can be exported',
};

/** Maps an error of the SDK to a KeyStoreError; unknown errors and throttling are `unavailable`. */
export function fromKms(thrown: unknown): KeyStoreError {
  if (thrown instanceof KeyStoreError) return thrown;
  const fault = (thrown instanceof Error ? FAULTS[thrown.name] : undefined) ?? 'unavailable';
  return new KeyStoreError(fault, SENTENCES[fault], thrown);
}

/** The key is pending deletion or its custom key store is unavailable. */
export function isWrongState(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'KMSInvalidStateException';
}
