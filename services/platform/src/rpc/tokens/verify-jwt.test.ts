import { exportJWK, exportSPKI, generateKeyPair, type JWTHeaderParameters, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TokenKeys, verifyJwt } from './verify-jwt.ts';

const EXPECTED = { typ: 'at+jwt', issuer: 'vault', audience: 'vault-api', maxLifeSeconds: 60 };
const REFUSED = { code: 'UNAUTHENTICATED', reason: 'UNAUTHENTICATED', message: 'Sign in again' };

let own: CryptoKeyPair;
let attacker: CryptoKeyPair;
let keys: TokenKeys;
beforeAll(async () => {
  const made = () => generateKeyPair('EdDSA', { extractable: true });
  own = await made();
  attacker = await made();
  keys = { find: async (kid) => (kid === 'own' ? { key: own.publicKey, alg: 'EdDSA' } : undefined) };
});

interface Wrong {
  readonly header?: Readonly<Record<string, unknown>>;
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly by?: CryptoKey | Uint8Array;
}

async function token({ header = {}, claims = {}, by = own.privateKey }: Wrong = {}): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const payload = { iss: 'vault', aud: 'vault-api', sub: '7', iat: now, exp: now + 60, ...claims };
  const protectedHeader: JWTHeaderParameters = { alg: 'EdDSA', typ: 'at+jwt', kid: 'own', ...header };
  return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(by);
}

const verify = (jwt: string) => verifyJwt(jwt, keys, EXPECTED);
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

it('accepts a valid token', async () => {
  expect(await verify(await token())).toMatchObject({ sub: '7' });
});

describe('a token is refused', () => {
  it.each<[string, Wrong]>([
    ['for another audience', { claims: { aud: 'another' } }],
    ['of another issuer', { claims: { iss: 'another' } }],
    ['of another type', { header: { typ: 'JWT' } }],
    ['with an unknown kid', { header: { kid: 'other' } }],
    ['without a kid', { header: { kid: undefined } }],
    ['after its end', { claims: { iat: 1_700_000_000, exp: 1_700_000_060 } }],
    ['with a longer lifetime than allowed', { claims: { exp: Math.floor(Date.now() / 1000) + 3_600 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
  ])('%s', async (_what, wrong) => {
    await expect(verify(await token(wrong))).rejects.toMatchObject(REFUSED);
  });

  it.each(['jwk', 'jku', 'x5u'])('with a key of the sender in %s', async (name) => {
    const jwk = await exportJWK(attacker.publicKey);
    const header = { [name]: name === 'jwk' ? jwk : 'https://attacker.example/keys' };
    const forged = await token({ header, by: attacker.privateKey });
    await expect(verify(forged)).rejects.toMatchObject(REFUSED);
    // The header alone is ignored.
    await expect(verify(await token({ header }))).resolves.toMatchObject({ sub: '7' });
  });

  it('signed by HS256 with the public key as its secret', async () => {
    const secret = new TextEncoder().encode(await exportSPKI(own.publicKey));
    const forged = await token({ header: { alg: 'HS256' }, by: secret });
    await expect(verify(forged)).rejects.toMatchObject(REFUSED);
  });

  it('without a signature', async () => {
    const [, payload = ''] = (await token()).split('.');
    const none = encoded({ alg: 'none', typ: 'at+jwt', kid: 'own' });
    for (const forged of [`${none}.${payload}.`, `${none}.${payload}`, '', '..'])
      await expect(verify(forged)).rejects.toMatchObject(REFUSED);
  });

  it('with changed claims', async () => {
    const [header = '', , signature = ''] = (await token()).split('.');
    const now = Math.floor(Date.now() / 1000);
    const claims = encoded({ iss: 'vault', aud: 'vault-api', sub: '1', iat: now, exp: now + 60 });
    await expect(verify(`${header}.${claims}.${signature}`)).rejects.toMatchObject(REFUSED);
  });
});
