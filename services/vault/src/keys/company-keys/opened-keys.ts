import { createSecretKey, type KeyObject } from 'node:crypto';

/** A key that crypto opened. Never stored, logged or sent. */
export interface OpenedKey {
  readonly keyId: string;
  readonly version: number;
  readonly isActive: boolean;
  readonly key: KeyObject;
}

/** Takes a key from an answer of crypto and wipes it there. */
export function openedKey(answer: {
  readonly keyId: string;
  readonly version: number;
  readonly active: boolean;
  readonly key: Uint8Array;
}): OpenedKey {
  const key = createSecretKey(answer.key);
  answer.key.fill(0);
  return { keyId: answer.keyId, version: answer.version, isActive: answer.active, key };
}
