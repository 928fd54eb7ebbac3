import { randomBytes } from 'node:crypto';
import { IV_BYTES, TAG_BYTES } from '@pii-vault/platform/core/crypto/aes-gcm';
import type { AesGCM, Handle, Mechanism } from 'pkcs11js';
import { KeyStoreError } from './key-store.ts';
import { isAmbiguousFault, isCiphertextFault, isHandleFault } from './pkcs11-faults.ts';
import { type TokenKeys, tokenKeys } from './pkcs11-keys.ts';
import type { TaskResult, TokenTask } from './pkcs11-protocol.ts';
import { formatReference, type Pkcs11Reference, parseReference } from './pkcs11-reference.ts';
import { reportToken } from './pkcs11-report.ts';
import type { TokenSession } from './pkcs11-session.ts';

/** PKCS#11 v3.0. */
const CKM_EDDSA = 0x1057;
const SIGNATURE_BYTES = 64;

type Task = Exclude<TokenTask, { kind: 'close' }>;

/** Runs tasks on a session. Opening checks every existing key. @throws KeyStoreError unsafe · Pkcs11Error */
export function tokenTasks(token: TokenSession): (task: Task) => TaskResult {
  const keys = tokenKeys(token, isHandleFault);
  keys.load();
  return (task) => {
    if (task.kind === 'generate') return { key: keys.generate(task.algorithm) };
    if (task.kind === 'report') return { report: reportToken(token) };
    const key = parseReference(task.reference);
    switch (task.kind) {
      case 'wrap':
        return { bytes: wrap(token, keys, key, Buffer.from(task.bytes), Buffer.from(task.aad)) };
      case 'unwrap':
        return { bytes: unwrap(token, keys, key, Buffer.from(task.bytes), Buffer.from(task.aad)) };
      case 'sign':
        return { bytes: keys.withKey(key, (handle) => sign(token, handle, Buffer.from(task.bytes))) };
      case 'describe':
        return { key: keys.describe(key) };
      case 'destroy':
        keys.destroy(key);
        return {};
      case 'forget':
        keys.forget(key);
        return {};
    }
  };
}

/** @returns IV, ciphertext, tag */
function wrap(
  token: TokenSession,
  keys: TokenKeys,
  key: Pkcs11Reference,
  plaintext: Buffer,
  aad: Buffer,
): Buffer {
  const iv = randomBytes(IV_BYTES);
  try {
    return Buffer.concat([iv, keys.withKey(key, (handle) => encrypt(token, handle, iv, plaintext, aad))]);
  } finally {
    plaintext.fill(0);
  }
}

function unwrap(
  token: TokenSession,
  keys: TokenKeys,
  key: Pkcs11Reference,
  wrapped: Buffer,
  aad: Buffer,
): Buffer {
  const notAuthentic = () =>
    new KeyStoreError('integrity', `A key wrapped by ${formatReference(key)} does not authenticate`);
  if (wrapped.length <= IV_BYTES + TAG_BYTES) throw notAuthentic();
  return keys.withKey(key, (handle) => {
    try {
      return decrypt(token, handle, wrapped.subarray(0, IV_BYTES), wrapped.subarray(IV_BYTES), aad);
    } catch (error) {
      if (isCiphertextFault(error)) throw notAuthentic();
      if (!isAmbiguousFault(error)) throw error;
      selfTest(token, handle);
      throw notAuthentic();
    }
  });
}

/** Passes when the token can use this key; then the earlier failure was caused by the ciphertext. */
function selfTest(token: TokenSession, handle: Handle): void {
  const [iv, probe, aad] = [randomBytes(IV_BYTES), randomBytes(16), Buffer.from('self-test')];
  const opened = decrypt(token, handle, iv, encrypt(token, handle, iv, probe, aad), aad);
  if (!opened.equals(probe)) throw new KeyStoreError('unavailable', 'The token fails its self-test');
}

function encrypt(
  { api, library, session }: TokenSession,
  key: Handle,
  iv: Buffer,
  plaintext: Buffer,
  aad: Buffer,
) {
  library.C_EncryptInit(session, gcm(api, iv, aad), key);
  return Buffer.from(library.C_Encrypt(session, plaintext, Buffer.alloc(plaintext.length + 2 * TAG_BYTES)));
}

function decrypt(
  { api, library, session }: TokenSession,
  key: Handle,
  iv: Buffer,
  sealed: Buffer,
  aad: Buffer,
) {
  library.C_DecryptInit(session, gcm(api, iv, aad), key);
  const room = Buffer.alloc(sealed.length + TAG_BYTES);
  try {
    return Buffer.from(library.C_Decrypt(session, sealed, room));
  } finally {
    room.fill(0);
  }
}

function sign({ library, session }: TokenSession, key: Handle, message: Buffer): Buffer {
  library.C_SignInit(session, { mechanism: CKM_EDDSA }, key);
  return Buffer.from(library.C_Sign(session, message, Buffer.alloc(SIGNATURE_BYTES)));
}

function gcm(api: TokenSession['api'], iv: Buffer, aad: Buffer): Mechanism {
  const type = api.CK_PARAMS_AES_GCM;
  const parameter: AesGCM = { type, iv, aad, ivBits: IV_BYTES * 8, tagBits: TAG_BYTES * 8 };
  return { mechanism: api.CKM_AES_GCM, parameter };
}
