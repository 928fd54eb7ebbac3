import { generateKeyPairSync, sign } from 'node:crypto';
import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { forwarded } from '@pii-vault/platform/core/context/ctx';
import { AppError } from '@pii-vault/platform/core/errors/app-error';
import type { TokenKey } from '@pii-vault/proto/crypto/v1/signing';
import { describe, expect, it } from 'vitest';
import { createTokenSigner } from './token-signer.ts';

const self = (): Ctx => ({
  requestId: 'r',
  deadlineAt: Number.POSITIVE_INFINITY,
  caller: { kind: 'service', service: 'identity', company: 'system' },
  ipAddress: '',
  userAgent: '',
  idempotencyKey: undefined,
  credential: forwarded(''),
  signal: new AbortController().signal,
});

/** A crypto service whose signing key can be replaced. */
function keyService() {
  const make = (kid: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const x = publicKey.export({ format: 'jwk' }).x ?? '';
    return { kid, privateKey, jwk: { kid, alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', x } };
  };
  const all = [make('k1')];
  let fetches = 0;
  return {
    roll: (kid: string) => void all.unshift(make(kid)),
    fetches: () => fetches,
    async getTokenKeys() {
      fetches++;
      return { keys: all.map(({ jwk }, index): TokenKey => ({ ...jwk, signing: index === 0 })) };
    },
    async signToken(_ctx: Ctx, { signingInput }: { readonly signingInput: string }) {
      const current = all[0];
      const { kid } = JSON.parse(Buffer.from(signingInput.split('.')[0] ?? '', 'base64url').toString());
      if (current === undefined || kid !== current.kid)
        throw new AppError('FAILED_PRECONDITION', 'TOKEN_KEY_RETIRED', 'retired');
      return { kid, alg: 'EdDSA', signature: sign(null, Buffer.from(signingInput), current.privateKey) };
    },
  };
}

function claims() {
  const iat = Math.floor(Date.now() / 1000);
  return { iss: 'me', aud: 'you', sub: '7', iat, exp: iat + 60 };
}

describe('createTokenSigner', () => {
  it('fetches the keys once, and again after the signing key was replaced', async () => {
    const crypto = keyService();
    const signer = createTokenSigner({ crypto, self });
    await signer.sign('JWT', claims());
    await signer.sign('JWT', claims());
    expect(crypto.fetches()).toBe(1);
    crypto.roll('k2');
    const token = await signer.sign('JWT', claims());
    expect(crypto.fetches()).toBe(2);
    expect(JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({
      kid: 'k2',
    });
  });

  it('does not cache a failed fetch', async () => {
    const crypto = keyService();
    let isDown = true;
    const flaky = {
      ...crypto,
      getTokenKeys: () => (isDown ? Promise.reject(new Error('down')) : crypto.getTokenKeys()),
    };
    const signer = createTokenSigner({ crypto: flaky, self });
    await expect(signer.sign('JWT', claims())).rejects.toThrow('down');
    isDown = false;
    await expect(signer.sign('JWT', claims())).resolves.toContain('.');
  });
});
