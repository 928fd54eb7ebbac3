import { chmod } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';

const MANAGE = ['encryption:manage'];

describe('register of keys', () => {
  let crypto: CryptoWorld;
  beforeAll(async () => {
    crypto = await bootCrypto({ CRYPTO_HEALTH_CHECK_MS: '100' });
    for (const company of [1, 2])
      await crypto.keys.openFieldKeys(crypto.world.asService('vault', company), {
        companyId: company,
        versions: [],
      });
    const vault = crypto.world.asService('vault', 1);
    await crypto.keys.openTextKeys(vault, { companyId: 1, versions: [] });
    const admin = await crypto.world.as({ everywhere: MANAGE });
    await crypto.rotations.rotateKey(admin, { companyId: 1, keyType: 'field' });
    const scope = { $case: 'agreementId', value: 9 } as const;
    await crypto.keys.openIndexKeys(vault, { scope, versions: [] });
  });
  afterAll(() => crypto.world.stop());

  const list = async (user: Parameters<CryptoWorld['world']['as']>[0], request = {}) =>
    crypto.register.listKeys(await crypto.world.as(user), {
      limit: 0,
      ...request,
    });

  it('stores one entry per state of the key store', async () => {
    const admin = await crypto.world.as({ everywhere: MANAGE });
    const statuses = async () => (await crypto.register.hsmStatus(admin, {})).entries;
    const census = async () => (await statuses())[0]?.performanceMetrics.keysChecked;
    await expect.poll(census).toBe(7);
    const [online] = await statuses();
    expect(await statuses()).toHaveLength(1);
    expect(online).toMatchObject({ hsmId: 'local:files', status: 'online', alertLevel: 'normal' });
    expect(online?.serialNumber).toBeUndefined();
    expect(online?.performanceMetrics).toMatchObject({ keysMissing: 0, keysDisabled: 0 });
    await chmod(crypto.keysDir, 0o755);
    await expect.poll(statuses).toHaveLength(2);
    expect((await statuses())[0]).toMatchObject({ status: 'offline', alertLevel: 'critical' });
    await chmod(crypto.keysDir, 0o700);
    await expect.poll(statuses).toHaveLength(3);
    const again = await statuses();
    expect(again.map(({ status }) => status)).toEqual(['online', 'offline', 'online']);
    expect(again.at(-1)).toMatchObject({ id: online?.id, createdAt: online?.createdAt });
  });

  it('shows users without permissions the kind and state of the key store, but no details of the device', async () => {
    const user = await crypto.world.as({ companies: { 1: [] } });
    const status = await crypto.register.keyStoreStatus(user, {});
    expect(status).toMatchObject({
      kind: 'local',
      protection: 'software',
      notice: expect.stringMatching(/for evaluation only/),
      status: 'online',
      encryption: 'active',
      epoch: 1,
      model: '',
    });
    expect(status.nextEpochAt?.getTime()).toBeGreaterThan(status.checkedAt?.getTime() ?? 0);
    await chmod(crypto.keysDir, 0o755);
    expect(await crypto.register.keyStoreStatus(user, {})).toMatchObject({
      status: 'offline',
      encryption: 'error',
    });
    await chmod(crypto.keysDir, 0o700);
  });

  it('counts the keys of the caller’s companies only', async () => {
    const stats = async (user: Parameters<CryptoWorld['world']['as']>[0], companyIds: number[]) =>
      (await crypto.register.companyKeyStats(await crypto.world.as(user), { companyIds })).companies;
    const one = { companyId: 1, active: 2, retiring: 1, lastRotatedAt: expect.any(Date) };
    const two = { companyId: 2, active: 2, retiring: 0, lastRotatedAt: undefined };
    expect(await stats({ companies: { 1: [] } }, [])).toEqual([one]);
    expect(await stats({ companies: { 1: [] } }, [1, 2])).toEqual([one]);
    expect(await stats({ companies: { 1: [] } }, [2])).toEqual([]);
    expect(await stats({ everywhere: MANAGE }, [])).toEqual([one, two]);
    expect(await stats({ everywhere: MANAGE }, [2])).toEqual([two]);
  });

  it('lists keys of companies without those of the deployment, in pages', async () => {
    const all = await list({ everywhere: MANAGE });
    expect(all.nextCursor).toBeUndefined();
    expect(all.keys.map((key) => [key.companyId, key.keyType, key.version, key.status])).toEqual([
      [1, 'master', 1, 'active'],
      [1, 'field', 1, 'expired'],
      [1, 'field', 2, 'pending'],
      [2, 'master', 1, 'active'],
      [2, 'field', 1, 'active'],
    ]);
    const [master, expired, pending] = all.keys;
    expect(master).toMatchObject({ rowsOnVersion: 3, rotationSchedule: 'P365D', lastRotated: undefined });
    expect(master?.hsmKeyReference).toMatch(/^local:/);
    expect([expired, pending].map((key) => key?.hsmKeyReference)).toEqual(
      Array.from({ length: 2 }, () => master?.hsmKeyReference),
    );
    expect(expired).toMatchObject({ expiresAt: expired?.rotatedAt, lastRotated: expired?.rotatedAt });
    expect(pending).toMatchObject({ rotationSchedule: 'P30D', lastRotated: pending?.createdAt });
    const days = (key = pending) =>
      Math.round(((key?.expiresAt?.getTime() ?? 0) - (key?.createdAt?.getTime() ?? 0)) / 86_400_000);
    expect([days(master), days(pending)]).toEqual([365, 30]);
    await crypto.keys.openFieldKeys(crypto.world.asService('vault', 1), { companyId: 1, versions: [] });
    const field = (await list({ everywhere: MANAGE }, { keyType: 'field', companyId: 1 })).keys;
    expect(field.map(({ status }) => status)).toEqual(['expired', 'active']);
    const first = await list({ everywhere: MANAGE }, { limit: 3 });
    const second = await list({ everywhere: MANAGE }, { limit: 3, cursor: first.nextCursor });
    expect(second.nextCursor).toBeUndefined();
    expect([...first.keys, ...second.keys].map(({ id }) => id)).toEqual(all.keys.map(({ id }) => id));
  });

  it('lists one company or all companies of the caller, and one type', async () => {
    const admin = { companies: { 1: MANAGE, 2: ['pii:read'] } };
    expect(new Set((await list(admin)).keys.map((key) => key.companyId))).toEqual(new Set([1]));
    expect((await list(admin, { companyId: 1, keyType: 'master' })).keys).toHaveLength(1);
    expect((await list(admin, { companyId: 1, keyType: 'backup' })).keys).toEqual([]);
    expect((await list({ everywhere: MANAGE }, { companyId: Number.MAX_SAFE_INTEGER })).keys).toEqual([]);
    await expect(list(admin, { companyId: 2 })).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
    await expect(list(admin, { keyType: 'index' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(list(admin, { limit: 201 })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });
});
