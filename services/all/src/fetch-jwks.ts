import type { Ctx } from '@pii-vault/platform/context/ctx';
import type { ClientTo } from '@pii-vault/platform/module/host-options';
import { SigningServiceService } from '@pii-vault/proto/crypto/v1/signing';
import type { JWK } from 'jose';

/** The public keys of internal tokens, as the crypto service holds them. */
export async function fetchJwks(client: ClientTo, self: Ctx): Promise<readonly JWK[]> {
  const { keys } = await client(SigningServiceService, 'crypto').getTokenKeys(self, {});
  return keys.map(({ kid, alg, kty, crv, x, y }) => ({ kid, alg, kty, crv, x, ...(y === '' ? {} : { y }) }));
}
