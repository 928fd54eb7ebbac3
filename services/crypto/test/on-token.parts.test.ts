import { rename } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';
import { type SoftHsm, startSoftHsm } from './softhsm.ts';

const POLL = { timeout: 60_000, interval: 50 };

describe('the crypto service on a token', () => {
  let hsm: SoftHsm;
  let crypto: CryptoWorld;
  beforeAll(async () => {
    hsm = await startSoftHsm();
    crypto = await bootCrypto({
      CRYPTO_KEY_STORE: 'pkcs11',
      CRYPTO_PKCS11_LIBRARY: hsm.options.library,
      CRYPTO_PKCS11_TOKEN: hsm.options.token,
      CRYPTO_PKCS11_PIN: hsm.pin,
      CRYPTO_HEALTH_CHECK_MS: '100',
    });
  });
  afterAll(async () => {
    await crypto?.world.stop();
    await hsm.remove();
  });

  const open = () =>
    crypto.keys.openFieldKeys(crypto.world.asService('vault', 1), { companyId: 1, versions: [] });
  const newestState = async () => {
    const admin = await crypto.world.as({ everywhere: ['encryption:manage'] });
    return (await crypto.register.hsmStatus(admin, {})).entries[0];
  };

  it('opens the same keys before and after a restart', async () => {
    const { keys } = await open();
    await crypto.world.restart();
    expect((await open()).keys).toEqual(keys);
  });

  it('reports the facts that the token reports', async () => {
    await expect.poll(async () => (await newestState())?.performanceMetrics.keysChecked, POLL).toBe(5);
    expect(await newestState()).toMatchObject({
      hsmId: 'pkcs11:pii-vault',
      status: 'online',
      alertLevel: 'normal',
      serialNumber: expect.stringMatching(/^•{12}[0-9a-f]{4}$/),
      firmwareVersion: '2.6',
      performanceMetrics: { keysMissing: 0, keysDisabled: 0 },
    });
  });

  it('is unavailable while the token is removed, and recovers after its return', async () => {
    const { keys } = await open();
    const anybody = await crypto.world.as({ companies: { 1: [] } });
    expect(await crypto.register.keyStoreStatus(anybody, {})).toMatchObject({
      kind: 'pkcs11',
      protection: 'software',
      model: 'SoftHSM v2',
    });
    await rename(hsm.tokens, `${hsm.tokens}-away`);
    await expect(open()).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'KEY_STORE_UNAVAILABLE' });
    expect(await crypto.register.keyStoreStatus(anybody, {})).toMatchObject({
      kind: 'pkcs11',
      protection: 'software',
      model: '',
      status: 'offline',
      encryption: 'error',
    });
    await expect.poll(async () => (await newestState())?.alertLevel, POLL).toBe('critical');
    await rename(`${hsm.tokens}-away`, hsm.tokens);
    const opened = () => open().then((answer) => answer.keys, String);
    await expect.poll(opened, POLL).toEqual(keys);
    await expect.poll(async () => (await newestState())?.status, POLL).toBe('online');
  });
});
