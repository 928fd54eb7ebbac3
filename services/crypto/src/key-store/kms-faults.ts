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
  integrity: 'What AWS KMS was given to open does not authenticate',
  misuse: 'AWS KMS refuses the call as no use of this key',
  refused: 'AWS KMS refuses our credentials or they lack a permission',
  unavailable: 'AWS KMS does not answer',
  unsafe: 'AWS KMS keeps the key in an unsafe way',
};

/** The error of the SDK as the port knows it; what is not named above is the provider's fault, throttling too. */
export function fromKms(thrown: unknown): KeyStoreError {
  if (thrown instanceof KeyStoreError) return thrown;
  const fault = (thrown instanceof Error ? FAULTS[thrown.name] : undefined) ?? 'unavailable';
  return new KeyStoreError(fault, SENTENCES[fault], thrown);
}

/** The key is neither enabled nor disabled: pending deletion, or its key store is away. */
export function isWrongState(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'KMSInvalidStateException';
}
