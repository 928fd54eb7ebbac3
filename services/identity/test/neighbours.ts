import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { defineConfig } from '@pii-vault/platform/core/config/config';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import { services } from '@pii-vault/platform/rpc/allow';
import { serve } from '@pii-vault/platform/rpc/serve';
import { defineModule } from '@pii-vault/platform/runtime/module/module';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';

const notHere = async (): Promise<never> => {
  throw new AppError('UNIMPLEMENTED', 'UNIMPLEMENTED', 'Not in this test');
};

/**
 * The part of crypto that identity uses: one Ed25519 token key and a text key of the deployment, over the real RPC,
 * tokens and permissions.
 */
export function cryptoNeighbour() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x ?? '';
  const key = { kid: 'token-1', alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', x, signing: true };
  return defineModule({
    name: 'crypto',
    config: defineConfig('CRYPTO', {}),
    migrations: undefined,
    async start() {
      const signing = serve(SigningService, {
        signToken: {
          allow: services(['identity']),
          handle: async (_ctx, { signingInput }) => ({
            kid: key.kid,
            alg: key.alg,
            signature: sign(null, Buffer.from(signingInput), privateKey),
          }),
        },
        getTokenKeys: { allow: services(['identity', 'gateway']), handle: async () => ({ keys: [key] }) },
        signCheckpoint: { allow: services(['audit']), handle: notHere },
        getCheckpointKey: { allow: services(['audit']), handle: notHere },
        signCertificate: { allow: services(['vault']), handle: notHere },
      });
      const { openTextKeys } = KeysService;
      const texts = serve(
        { openTextKeys },
        {
          openTextKeys: {
            allow: services(['identity'], (req) => req.companyId),
            handle: async (_ctx, { companyId }) => {
              const keyOfCompany = createHash('sha256').update(`text ${companyId}`).digest();
              return { keys: [{ keyId: `text ${companyId}`, version: 1, key: keyOfCompany, active: true }] };
            },
          },
        },
      );
      return { services: [signing, texts] };
    },
  });
}

/** The part of tenancy that identity uses: the existing companies. */
export function tenancyNeighbour(companies: Set<number>) {
  return defineModule({
    name: 'tenancy',
    config: defineConfig('TENANCY', {}),
    migrations: undefined,
    async start() {
      const directory = serve(DirectoryService, {
        getCompanies: { allow: services(['identity']), handle: notHere },
        listAgreements: { allow: services(['identity']), handle: notHere },
        companyStates: {
          allow: services(['identity']),
          handle: async (_ctx, req) => {
            const asked = req.companyIds;
            const ids = [...companies]
              .filter((id) => asked.length === 0 || asked.includes(id))
              .sort((a, b) => a - b);
            return { states: ids.map((id) => ({ companyId: id, status: 'active', rowVersion: 1 })) };
          },
        },
      });
      return { services: [directory] };
    },
  });
}
