import type { Destroyed } from '../../people/individuals/erased-people-store.ts';

/** Status of an erasure; a person is unreadable from `sealed` on. */
export type ErasureState = 'sealed' | 'shredded' | 'certified';

export interface Certificate {
  /** C2SP signed note. */
  readonly note: string;
  readonly keyId: string;
  /** Raw Ed25519 key, 32 bytes. */
  readonly publicKey: Buffer;
}

export interface Erasure {
  readonly companyId: number;
  readonly individualId: number;
  readonly requestedAt: Date;
  readonly shredAt: Date;
  readonly shredded?: { readonly at: Date; readonly destroyed: Destroyed };
  readonly certificate?: Certificate;
  /** Records of the company that were verified as the same person; absent: lineage did not answer. */
  readonly verifiedSame?: readonly number[];
}

export function stateOf({ shredded, certificate }: Erasure): ErasureState {
  if (certificate !== undefined) return 'certified';
  return shredded === undefined ? 'sealed' : 'shredded';
}

/** Text of the certificate: one line of JSON, keys in alphabetical order. @throws Error before the destruction */
export function statementOf({ companyId, individualId, requestedAt, shredded }: Erasure): Buffer {
  if (shredded === undefined) throw new Error('only what was destroyed is certified');
  const { consents, dataKeyCommitments, fieldVersions } = shredded.destroyed;
  return Buffer.from(
    JSON.stringify({
      certificate: 'erasure',
      companyId,
      destroyed: { consents, dataKeyCommitments, fieldVersions },
      individualId,
      sealedAt: requestedAt.toISOString(),
      shreddedAt: shredded.at.toISOString(),
    }),
  );
}
