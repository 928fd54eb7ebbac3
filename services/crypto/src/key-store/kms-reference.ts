import { KeyStoreError } from './key-store.ts';

const REFERENCE = /^aws-kms:(arn:aws[a-z-]*:kms:([a-z0-9-]+):\d{12}:key\/[0-9a-zA-Z-]{1,64})$/;

/** `aws-kms:` and the key's ARN. */
export function kmsReference(arn: string): string {
  return `aws-kms:${arn}`;
}

/** @throws KeyStoreError misuse */
export function arnOf(reference: string): string {
  const arn = REFERENCE.exec(reference)?.[1];
  if (arn === undefined) throw new KeyStoreError('misuse', 'The reference is not one of an AWS KMS key');
  return arn;
}
