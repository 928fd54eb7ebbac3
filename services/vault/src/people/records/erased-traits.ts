import type { KeyObject } from 'node:crypto';
import { hmacSha256 } from '@pii-vault/platform/core/crypto/hmac-sha256';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { OpenedKey } from '../../keys/company-keys/opened-keys.ts';
import { lengthPrefixed } from '../../keys/envelope/length-prefixed.ts';
import type { Identity } from './identity.ts';
import { type NameTokens, nameTokens } from './same-name.ts';

/**
 * What is kept of an erased person's name: HMACs under the company's index key, bound to the person, so that they can
 * be compared with a record but neither read nor compared with another person. Base64, 128 bits each. No birth date:
 * few guesses would find it.
 */
export interface ErasedTraits {
  /** The whole name as it was stored. */
  readonly exact?: string;
  /** Words in their order; an initial has the code ''. */
  readonly name?: NameTokens;
}

const MAC_BYTES = 16;

export function erasedTraits(
  key: KeyObject,
  individualId: number,
  { name }: Pick<Identity, 'name'>,
): ErasedTraits {
  const mac = (kind: string, text: string) =>
    hmacSha256(key, lengthPrefixed('pii-vault erased', individualId, kind, text))
      .subarray(0, MAC_BYTES)
      .toString('base64');
  return name === undefined ? {} : { exact: mac('exact', name), name: hashed(nameTokens(name), mac) };
}

function hashed({ tokens, joined }: NameTokens, mac: (kind: string, text: string) => string): NameTokens {
  return {
    tokens: tokens.map(({ code, letter }) => ({
      code: code === '' ? '' : mac('word', code),
      letter: mac('letter', letter),
    })),
    ...(joined === undefined ? {} : { joined: mac('joined', joined) }),
  };
}

export async function insertErasedTraits(
  tx: Tx,
  person: { readonly companyId: number; readonly individualId: number },
  { key, version }: OpenedKey,
  identity: Pick<Identity, 'name'>,
): Promise<void> {
  const traits = erasedTraits(key, person.individualId, identity);
  await tx.query(
    `INSERT INTO erased_traits (company_id, individual_id, key_version, traits)
     VALUES ($1::bigint, $2::bigint, $3::integer, $4::jsonb)`,
    [person.companyId, person.individualId, version, JSON.stringify(traits)],
  );
}
