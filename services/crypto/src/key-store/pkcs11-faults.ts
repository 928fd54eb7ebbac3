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

const OF_A_HANDLE: readonly number[] = [CKR.keyHandleInvalid, CKR.objectHandleInvalid];
const OF_THE_PIN: readonly number[] = [
  CKR.pinIncorrect,
  CKR.pinInvalid,
  CKR.pinLengthRange,
  CKR.pinExpired,
  CKR.pinLocked,
  CKR.userPinNotInitialized,
];
const OF_THE_CIPHERTEXT: readonly number[] = [
  CKR.encryptedDataInvalid,
  CKR.encryptedDataLengthRange,
  CKR.aeadDecryptFailed,
];
/** A wrong AAD or a broken device: SoftHSM 2.6.1 answers CKR_GENERAL_ERROR to both. */
const OF_EITHER: readonly number[] = [
  CKR.generalError,
  CKR.functionFailed,
  CKR.dataInvalid,
  CKR.dataLengthRange,
];

/** The CKR_ code that the library answered; undefined when it was not the library that failed. */
export function ckrOf(thrown: unknown): number | undefined {
  if (!(thrown instanceof Error) || thrown.name !== 'Pkcs11Error' || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'number' ? thrown.code : undefined;
}

export function isCkr(thrown: unknown, code: number): boolean {
  return ckrOf(thrown) === code;
}

const isOneOf = (thrown: unknown, codes: readonly number[]) => codes.includes(ckrOf(thrown) ?? -1);

/** The object behind the handle is gone, or the token is. */
export const isHandleFault = (thrown: unknown) => isOneOf(thrown, OF_A_HANDLE);
/** Repeating the log-in would lock the token. */
export const isPinFault = (thrown: unknown) => isOneOf(thrown, OF_THE_PIN);
export const isCiphertextFault = (thrown: unknown) => isOneOf(thrown, OF_THE_CIPHERTEXT);
export const isAmbiguousFault = (thrown: unknown) => isOneOf(thrown, OF_EITHER);

/** Everything that the library throws, as the port knows it; what is no clear word of a key is the device's fault. */
export function fromLibrary(thrown: unknown): KeyStoreError {
  if (thrown instanceof KeyStoreError) return thrown;
  if (isPinFault(thrown))
    return new KeyStoreError('refused', 'The token does not take the PIN, it is not tried again', thrown);
  return new KeyStoreError('unavailable', 'The token does not answer as it should', thrown);
}
