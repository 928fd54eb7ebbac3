import type { CipherKey } from 'node:crypto';
import { gcmOpen, gcmSeal } from '../spaces/keys/gcm.ts';
import type { OpenedKey } from '../spaces/keys/opened-keys.ts';
import type { Scope } from '../spaces/scopes/scope.ts';

/** The record's owner, bound to the ciphertext by the AAD. */
export interface SealedPlace {
  readonly companyId: number;
  readonly individualId: number;
  readonly version: number;
}

const LABEL = 'lineage record 1';

/**
 * The AAD of the records of one scope: length-prefixed label and scope, then company, individual and version as uint64.
 */
export function recordAad(scope: Scope): (place: SealedPlace) => Buffer {
  const label = Buffer.from(LABEL);
  const name = Buffer.from(scope);
  const head = Buffer.concat([Buffer.from([label.length]), label, Buffer.from([name.length]), name]);
  return ({ companyId, individualId, version }) => {
    const aad = Buffer.allocUnsafe(head.length + 24);
    aad.set(head);
    writeId(aad, companyId, head.length);
    writeId(aad, individualId, head.length + 8);
    writeId(aad, version, head.length + 16);
    return aad;
  };
}

function writeId(aad: Buffer, id: number, at: number): void {
  aad.writeUInt32BE(Math.floor(id / 2 ** 32), at);
  aad.writeUInt32BE(id % 2 ** 32, at + 4);
}

/** Encrypts a packed record (packed-record.ts) under lineage's store key. */
export const sealRecord = (key: OpenedKey, aad: Buffer, packed: Buffer): Buffer => gcmSeal(key, aad, packed);

/** @throws AppError DATA_LOSS SEALED_INTEGRITY when it was moved or changed */
export const openRecord = (key: CipherKey, aad: Buffer, sealed: Buffer): Buffer => gcmOpen(key, aad, sealed);
