import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';

/** Epoch, master, token and checkpoint key; the store key is wrapped in the database. */
const DEPLOYMENT_KEY_FILES = 4;

describe('opening keys', () => {
  let crypto: CryptoWorld;
  beforeAll(async () => {
    crypto = await bootCrypto({ CRYPTO_RETIRE_GRACE_MS: '0' });
  });
  afterAll(() => crypto.world.stop());

  const vault = (company?: number) => crypto.world.asService('vault', company);
  const openField = async (company: number, versions: number[] = []) =>
    (await crypto.keys.openFieldKeys(vault(company), { companyId: company, versions })).keys;
  const openText = async (service: 'vault' | 'lineage', company: number) =>
    (
      await crypto.keys.openTextKeys(crypto.world.asService(service, company), {
        companyId: company,
        versions: [],
      })
    ).keys;
  const hex = (keys: readonly { readonly key: Uint8Array }[]) =>
    keys.map(({ key }) => Buffer.from(key).toString('hex'));

  it('creates the keys of a company once for 20 concurrent first calls', async () => {
    const before = await crypto.countKeyFiles();
    const all = await Promise.all(Array.from({ length: 20 }, () => openField(1)));
    expect(new Set(all.map((keys) => hex(keys).join())).size).toBe(1);
    expect(all[0]).toMatchObject([{ version: 1, active: true }]);
    expect(all[0]?.[0]?.key).toHaveLength(32);
    expect(await crypto.countKeyFiles()).toBe(before + 1);
    const rows = await crypto.world.sql<{ purpose: string }>(
      'SELECT purpose FROM crypto.encryption_keys WHERE company_id = 1 ORDER BY purpose',
    );
    expect(rows).toEqual([{ purpose: 'field' }, { purpose: 'master' }]);
  });

  it('returns the same keys after a restart, and stores no plain key in the database', async () => {
    const before = await openField(1);
    await crypto.world.restart();
    expect(await openField(1)).toEqual(before);
    const [found] = await crypto.world.sql<{ rows: string }>(
      `SELECT string_agg(k::text, '') AS rows FROM crypto.encryption_keys k`,
    );
    expect(found?.rows).toContain(before[0]?.keyId);
    for (const raw of hex(before)) expect(found?.rows).not.toContain(raw);
  });

  it('opens a text key of the deployment for a service with a token of the system', async () => {
    const ofDeployment = async (service: 'vault' | 'identity') =>
      (await crypto.keys.openTextKeys(crypto.world.asService(service), { companyId: 0, versions: [] })).keys;
    const own = await ofDeployment('identity');
    expect(own).toMatchObject([{ version: 1, active: true }]);
    expect(hex(await ofDeployment('identity'))).toEqual(hex(own));
    expect(hex(await ofDeployment('vault'))).not.toEqual(hex(own));
  });

  it('has one key per company, use and owning service', async () => {
    const index = await crypto.keys.openIndexKeys(vault(1), {
      scope: { $case: 'companyId', value: 1 },
      versions: [],
    });
    const opened = [
      ...(await openField(1)),
      ...(await openField(2)),
      ...index.keys,
      ...(await openText('vault', 1)),
      ...(await openText('lineage', 1)),
      ...(await openText('vault', 2)),
    ];
    expect(new Set(hex(opened)).size).toBe(6);
    expect(await openText('lineage', 1)).toEqual(opened.slice(4, 5));
  });

  it('opens the key of an agreement for both its companies and the system, and for no other caller', async () => {
    const open = async (company?: number, agreement = 9) =>
      (
        await crypto.keys.openIndexKeys(vault(company), {
          scope: { $case: 'agreementId', value: agreement },
          versions: [],
        })
      ).keys;
    await expect(open(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const keys = await open(1);
    expect(await open(2)).toEqual(keys);
    expect(await open()).toEqual(keys);
    await expect(open(3)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(open(undefined, 10)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has the store key of lineage after the first start', async () => {
    const files = await crypto.countKeyFiles();
    const { keys } = await crypto.keys.openStoreKeys(crypto.world.asService('lineage'), { versions: [] });
    expect(keys).toMatchObject([{ version: 1, active: true }]);
    expect(await crypto.countKeyFiles()).toBe(files);
  });

  it('creates no key for a company that tenancy does not know', async () => {
    const files = await crypto.countKeyFiles();
    await expect(openField(77)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await crypto.countKeyFiles()).toBe(files);
    expect(files).toBeGreaterThanOrEqual(DEPLOYMENT_KEY_FILES);
  });

  it('detects a key row that was edited by SQL or moved to another company', async () => {
    await openField(2);
    await crypto.world.sql(
      `UPDATE crypto.encryption_keys t SET wrapped = s.wrapped FROM crypto.encryption_keys s
      WHERE s.company_id = 1 AND s.purpose = 'field' AND t.company_id = 2 AND t.purpose = 'field'`,
    );
    await expect(openField(2)).rejects.toMatchObject({ code: 'DATA_LOSS', reason: 'KEY_INTEGRITY' });
  });
});
