import { KeyStoreError } from './key-store.ts';

/** Return values of PKCS#11 v2.40, section 5.1, and v3.0. */
export const CKR = {
  hostMemory: 0x02,
  generalError: 0x05,
  functionFailed: 0x06,
  dataInvalid: 0x20,
  dataLengthRange: 0x21,
  deviceError: 0x30,
  deviceMemory: 0x31,
  deviceRemoved: 0x32,
  encryptedDataInvalid: 0x40,
  encryptedDataLengthRange: 0x41,
  aeadDecryptFailed: 0x42,
  keyHandleInvalid: 0x60,
  objectHandleInvalid: 0x82,
  pinIncorrect: 0xa0,
  pinInvalid: 0xa1,
  pinLengthRange: 0xa2,
  pinExpired: 0xa3,
  pinLocked: 0xa4,
  userAlreadyLoggedIn: 0x100,
  userPinNotInitialized: 0x102,
  cryptokiAlreadyInitialized: 0x191,
} as const;

const HANDLE_CODES: readonly number[] = [CKR.keyHandleInvalid, CKR.objectHandleInvalid];
const PIN_CODES: readonly number[] = [
  CKR.pinIncorrect,
  CKR.pinInvalid,
  CKR.pinLengthRange,
  CKR.pinExpired,
  CKR.pinLocked,
  CKR.userPinNotInitialized,
];
const CIPHERTEXT_CODES: readonly number[] = [
  CKR.encryptedDataInvalid,
  CKR.encryptedDataLengthRange,
  CKR.aeadDecryptFailed,
];
/** Caused by a wrong AAD or by a broken device: SoftHSM 2.6.1 answers CKR_GENERAL_ERROR to both. */
const AMBIGUOUS_CODES: readonly number[] = [
  CKR.generalError,
  CKR.functionFailed,
  CKR.dataInvalid,
  CKR.dataLengthRange,
];

/** CKR_ code of an error of the library; undefined for other errors. */
export function ckrOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || thrown.name !== 'Pkcs11Error' || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'number' ? thrown.code : undefined;
}

export function isCkr(thrown: unknown, code: number): boolean {
  return ckrOf(thrown) === code;
}

const isOneOf = (thrown: unknown, codes: readonly number[]) => codes.includes(ckrOf(thrown) ?? -1);

/** The object or the token of the handle is gone. */
export const isHandleFault = (thrown: unknown) => isOneOf(thrown, HANDLE_CODES);
/** Retrying the login would lock the token. */
export const isPinFault = (thrown: unknown) => isOneOf(thrown, PIN_CODES);
export const isCiphertextFault = (thrown: unknown) => isOneOf(thrown, CIPHERTEXT_CODES);
export const isAmbiguousFault = (thrown: unknown) => isOneOf(thrown, AMBIGUOUS_CODES);

/** Maps an error of the library to a KeyStoreError; codes that do not concern a key are faults of the device. */
export function fromLibrary(thrown: unknown): KeyStoreError {
  if (thrown instanceof KeyStoreError) return thrown;
  if (isPinFault(thrown))
    return new KeyStoreError(
      'refused',
      'The token refuses the PIN; it is not retried before a restart',
      thrown,
    );
  return new KeyStoreError('unavailable', 'The token failed', thrown);
}
