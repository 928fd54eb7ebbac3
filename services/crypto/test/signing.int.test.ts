import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';

describe('signing', () => {
  let crypto: CryptoWorld;
  beforeAll(async () => {
    crypto = await bootCrypto();
  });
  afterAll(() => crypto.world.stop());

  const identity = () => crypto.world.asService('identity');
  const audit = () => crypto.world.asService('audit');
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const publicKey = (x: string) => createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });

  it('signs a token that the published key verifies, before and after a restart', async () => {
    const { keys } = await crypto.signing.getTokenKeys(crypto.world.asService('gateway'), {});
    const [key] = keys;
    expect(keys).toMatchObject([{ alg: 'EdDSA', kty: 'OKP', crv: 'Ed25519', signing: true }]);
    const signingInput = `${encode({ alg: 'EdDSA', kid: key?.kid, typ: 'pii-int+jwt' })}.${encode({ sub: '1' })}`;
    const signed = await crypto.signing.signToken(identity(), { signingInput });
    expect(signed).toMatchObject({ kid: key?.kid, alg: 'EdDSA' });
    expect(verify(null, Buffer.from(signingInput), publicKey(key?.x ?? ''), signed.signature)).toBe(true);
    await crypto.world.restart();
    expect((await crypto.signing.getTokenKeys(identity(), {})).keys).toEqual(keys);
    expect(await crypto.signing.signToken(identity(), { signingInput })).toEqual(signed);
  });

  it('refuses another kid or algorithm than that of the key', async () => {
    const { keys } = await crypto.signing.getTokenKeys(identity(), {});
    const sign = (header: unknown) =>
      crypto.signing.signToken(identity(), { signingInput: `${encode(header)}.${encode({})}` });
    await expect(sign({ alg: 'EdDSA', kid: 'another' })).rejects.toMatchObject({
      reason: 'TOKEN_KEY_RETIRED',
    });
    await expect(sign({ alg: 'none', kid: keys[0]?.kid })).rejects.toMatchObject({ reason: 'TOKEN_HEADER' });
    await expect(sign({ alg: 'ES256', kid: keys[0]?.kid })).rejects.toMatchObject({ reason: 'TOKEN_HEADER' });
  });

  it('signs checkpoints of its own log only, with a separate key', async () => {
    const { key } = await crypto.signing.getCheckpointKey(audit(), {});
    const keyBytes = Buffer.from(key?.publicKey ?? []);
    const x = keyBytes.toString('base64url');
    const text = Buffer.from(`${key?.keyName}\n1\n${Buffer.alloc(32).toString('base64')}\n`);
    const signed = await crypto.signing.signCheckpoint(audit(), { text });
    expect(signed.key).toEqual(key);
    expect(verify(null, text, publicKey(x), signed.signature)).toBe(true);
    const hash = createHash('sha256').update(`${key?.keyName}\n\x01`).update(keyBytes).digest();
    expect(Buffer.from(key?.keyHash ?? [])).toEqual(hash.subarray(0, 4));
    const { keys } = await crypto.signing.getTokenKeys(identity(), {});
    expect(keys[0]?.x).not.toBe(x);
    const other = crypto.signing.signCheckpoint(audit(), { text: Buffer.from('other\n') });
    await expect(other).rejects.toMatchObject({ reason: 'CHECKPOINT_TEXT' });
  });

  it('signs certificates with a key that the first one creates, the same after a restart', async () => {
    const vault = () => crypto.world.asService('vault', 1);
    const statement = Buffer.from('{"certificate":"erasure","companyId":1,"individualId":7}');
    const sign = (text = statement) =>
      crypto.signing.signCertificate(vault(), { companyId: 1, statement: text });
    const [one, two] = await Promise.all([sign(), sign()]);
    expect(two).toEqual(one);
    const [name, said, bound] = Buffer.from(one.text).toString().split('\n');
    expect([name, said]).toEqual([one.key?.keyName, statement.toString()]);
    const openUntil = new Date(String(bound).replace('copies-open-until ', ''));
    const days = (openUntil.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30.9);
    expect(days).toBeLessThan(31);
    const key = publicKey(Buffer.from(one.key?.publicKey ?? []).toString('base64url'));
    expect(verify(null, one.text, key, one.signature)).toBe(true);
    const { key: checkpoint } = await crypto.signing.getCheckpointKey(audit(), {});
    expect(one.key?.keyId).not.toBe(checkpoint?.keyId);
    await crypto.world.restart();
    expect((await sign()).key).toEqual(one.key);
    const refused = { reason: 'CERTIFICATE_TEXT' };
    await expect(sign(Buffer.from('{"certificate":"erasure","companyId":2}'))).rejects.toMatchObject(refused);
    const review = Buffer.from('{"certificate":"access_review","companyId":1}');
    await expect(sign(review)).rejects.toMatchObject(refused);
    const compliance = crypto.world.asService('compliance', 1);
    const reviewed = await crypto.signing.signCertificate(compliance, { companyId: 1, statement: review });
    expect(Buffer.from(reviewed.text).toString()).toBe(`${one.key?.keyName}\n${review}\n`);
    expect(verify(null, reviewed.text, key, reviewed.signature)).toBe(true);
    const forged = crypto.signing.signCertificate(compliance, { companyId: 1, statement });
    await expect(forged).rejects.toMatchObject(refused);
    const rows = await crypto.world.sql(`SELECT FROM crypto.encryption_keys WHERE purpose = 'certificate'`);
    expect(rows).toHaveLength(1);
  });
});
