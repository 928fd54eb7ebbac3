import { type KeyUse, ownerName, type WrappedPurpose } from './key-owner.ts';

/** Identity of one version of a wrapped key. */
export interface WrappedKeyIdentity extends KeyUse<WrappedPurpose> {
  /** UUID. */
  readonly keyId: string;
  readonly version: number;
}

const MAGIC = 'pii-vault wrapped key';
/** Version of this encoding and of the two-layer format. */
export const WRAP_FORMAT = 1;

/**
 * AAD of a wrapped key: magic, format, layer, purpose (with the owning service of a text key), owner, key id and
 * version, each as a 32-bit big-endian byte length and UTF-8. A wrapped key that is moved to another row, owner,
 * version or layer does not unwrap.
 */
export function wrapAad(layer: 'master' | 'epoch', identity: WrappedKeyIdentity): Buffer {
  return lengthPrefixed([
    MAGIC,
    String(WRAP_FORMAT),
    layer,
    identity.ownerService === '' ? identity.purpose : `${identity.purpose}:${identity.ownerService}`,
    ownerName(identity.owner),
    identity.keyId,
    String(identity.version),
  ]);
}

function lengthPrefixed(parts: readonly string[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const bytes = Buffer.from(part, 'utf8');
      const length = Buffer.alloc(4);
      length.writeUInt32BE(bytes.length);
      return [length, bytes];
    }),
  );
}
