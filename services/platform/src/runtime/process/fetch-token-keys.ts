import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import type { JWK } from 'jose';
import type { Ctx } from '../../core/context/ctx.ts';
import type { ClientTo } from '../module/host-options.ts';

/** The public keys of internal tokens, from the service that signs them. */
export async function fetchTokenKeys(client: ClientTo, self: Ctx): Promise<readonly JWK[]> {
  const { keys } = await client(SigningService, 'crypto').getTokenKeys(self, {});
  return keys.map(({ kid, alg, kty, crv, x, y }) => ({ kid, alg, kty, crv, x, ...(y === '' ? {} : { y }) }));
}
