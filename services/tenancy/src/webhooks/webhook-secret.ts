import { randomBytes, randomUUID } from 'node:crypto';
import { openText, type SealedText, sealText } from '@pii-vault/platform/domain/text-keys/sealed-text';
import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';

/** So that scanners of repositories and logs can recognise a leaked secret; as in Standard Webhooks 1.0. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A secret as stored: encrypted under the company's text key, bound to its own id. */
export interface SealedSecret extends SealedText {
  readonly id: string;
}

/** 256 random bits: the text shown once to the receiver, and its stored form. */
export async function newSecret(
  keys: TextKeys,
  companyId: number,
): Promise<{ readonly secret: string; readonly stored: SealedSecret }> {
  const secret = PREFIX + randomBytes(SECRET_BYTES).toString('base64');
  const id = randomUUID();
  return { secret, stored: { id, ...(await sealText(keys, placeOf(companyId, id), secret)) } };
}

/** The key of the HMAC, 32 bytes. @throws AppError DATA_LOSS when it was moved or changed */
export async function signingKey(keys: TextKeys, companyId: number, stored: SealedSecret): Promise<Buffer> {
  const secret = await openText(keys, placeOf(companyId, stored.id), stored);
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

const placeOf = (companyId: number, id: string) => ({
  companyId,
  kind: 'tenancy webhook secret 1',
  parts: [id],
});
