import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { services } from '@pii-vault/platform/rpc/allow';
import { type RpcService, serve } from '@pii-vault/platform/rpc/serve';
import {
  type CheckpointKey,
  type SignCertificateRequest,
  SigningService,
  type TokenKey,
} from '@pii-vault/proto/crypto/v1/signing';
import type { KeyStore } from '../../key-store/key-store.ts';
import type { StoreKey } from '../company-keys/encryption-key-store.ts';
import { certificateKeyName } from './certificate-text.ts';
import { checkpointKeyName, noteKeyHash } from './checkpoint-key.ts';
import type { SignCertificate } from './sign-certificate.ts';
import { signCheckpoint } from './sign-checkpoint.ts';
import { signToken, TOKEN_ALG } from './sign-token.ts';
import type { TokenKeySet } from './token-keys.ts';

export interface SigningDeps {
  readonly store: Pick<KeyStore, 'sign'>;
  readonly checkpointKey: StoreKey;
  readonly tokenKeys: () => Promise<TokenKeySet>;
  readonly signCertificate: SignCertificate;
}

export function signingRpc({ store, checkpointKey, tokenKeys, signCertificate }: SigningDeps): RpcService {
  const sign = signToken({ store, keys: tokenKeys });
  const checkpoint = signCheckpoint({ store, key: checkpointKey });
  const key = noteKeyToProto(checkpointKey, checkpointKeyName(checkpointKey.keyId));
  return serve(SigningService, {
    signToken: { allow: services(['identity']), handle: (ctx, req) => sign(ctx, req.signingInput) },
    getTokenKeys: {
      allow: services(SERVICE_NAMES),
      handle: async () => {
        const { live, signing } = await tokenKeys();
        return { keys: live.map((one) => tokenKeyToProto(one, one === signing)) };
      },
    },
    signCheckpoint: {
      allow: services(['audit']),
      handle: async (ctx, req) => ({ key, signature: await checkpoint(ctx, Buffer.from(req.text)) }),
    },
    getCheckpointKey: { allow: services(['audit']), handle: async () => ({ key }) },
    signCertificate: {
      allow: services(['vault', 'compliance'], (req: SignCertificateRequest) => req.companyId),
      handle: async (ctx, req) => {
        if (ctx.caller.kind !== 'service') throw new Error('The rule of this call admits services only');
        const signed = await signCertificate(ctx, {
          companyId: req.companyId,
          signer: ctx.caller.service,
          statement: Buffer.from(req.statement),
        });
        const { text, signature } = signed;
        return { key: noteKeyToProto(signed.key, certificateKeyName(signed.key.keyId)), text, signature };
      },
    },
  });
}

function tokenKeyToProto(key: StoreKey, signing: boolean): TokenKey {
  const x = publicKeyOf(key).toString('base64url');
  return { kid: key.keyId, alg: TOKEN_ALG, kty: 'OKP', crv: 'Ed25519', x, signing };
}

function noteKeyToProto(key: StoreKey, keyName: string): CheckpointKey {
  const publicKey = publicKeyOf(key);
  return { keyName, keyHash: noteKeyHash(keyName, publicKey), publicKey, keyId: key.keyId };
}

function publicKeyOf(key: StoreKey): Buffer {
  if (key.publicKey === undefined) throw new Error('a signing key has no public half');
  return key.publicKey;
}
