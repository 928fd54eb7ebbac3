import { mkdtemp, readFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DisableKeyCommand,
  EnableKeyCommand,
  KMSClient,
  ScheduleKeyDeletionCommand,
} from '@aws-sdk/client-kms';
import { startTestServices, type TestServices } from '@pii-vault/platform/testing/test-services';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { KeyStore } from '../src/key-store/key-store.ts';
import { arnOf } from '../src/key-store/kms-key-store.ts';
import { bootCrypto, type CryptoWorld } from './crypto-world.ts';
import { KMS_OPTIONS, openTestKms } from './kms.ts';

const aad = Buffer.from('purpose and owner');
const secret = Buffer.alloc(32, 7);
const POLL = { timeout: 60_000, interval: 50 };
/**
 * The random pauses between five attempts take up to 15 s; this timeout is longer, so that the attempts run out
 * first.
 */
const PATIENT = { timeoutMs: 50_000 };

describe('faults of AWS KMS', () => {
  let folder: string;
  let services: TestServices;
  let endpoint: string;
  /** For calls that succeed, however slow the machine is. */
  let store: KeyStore;
  /** For calls that no server answers. */
  let impatient: KeyStore;
  let outside: KMSClient;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kms-faults-'));
    services = await startTestServices(folder, ['kms']);
    endpoint = services.address('CRYPTO_KMS_ENDPOINT');
    store = await openTestKms(endpoint, PATIENT);
    impatient = await openTestKms(endpoint, { timeoutMs: 2_000 });
    outside = new KMSClient({ endpoint, region: KMS_OPTIONS.region ?? '' });
  });
  afterAll(async () => {
    await store.close();
    await impatient.close();
    outside.destroy();
    await services.stop();
  });

  const makeKey = async () => {
    const { reference } = await store.generateKey('AES-256-GCM');
    return { reference, KeyId: arnOf(reference), wrapped: await store.wrap(reference, secret, aad) };
  };

  it('stopped: no key is reported absent or destroyed, and calls succeed after its return', async () => {
    const { reference, wrapped } = await makeKey();
    const signer = await store.generateKey('Ed25519');
    await services.stop('kms');
    for (const call of [
      () => impatient.unwrap(reference, wrapped, aad),
      () => impatient.wrap(reference, secret, aad),
      () => impatient.sign(signer.reference, secret),
      () => impatient.describe(reference),
      () => impatient.destroy(reference),
      () => impatient.generateKey('AES-256-GCM'),
    ])
      await expect(call()).rejects.toMatchObject({ fault: 'unavailable' });
    expect(await impatient.health()).toMatchObject({ status: 'offline', name: 'eu-central-1' });
    await services.start('kms');
    expect(await store.unwrap(reference, wrapped, aad)).toEqual(secret);
    expect(await store.describe(signer.reference)).toEqual(signer);
    expect((await store.health()).status).toBe('online');
  });

  it('frozen: calls end at their timeout', async () => {
    const { reference, wrapped } = await makeKey();
    const pid = Number(await readFile(join(folder, 'kms/pid'), 'utf8'));
    process.kill(pid, 'SIGSTOP');
    try {
      await expect(impatient.unwrap(reference, wrapped, aad)).rejects.toMatchObject({ fault: 'unavailable' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await store.unwrap(reference, wrapped, aad)).toEqual(secret);
  });

  it('reports a disabled key until it is enabled', async () => {
    const { reference, wrapped, KeyId } = await makeKey();
    await outside.send(new DisableKeyCommand({ KeyId }));
    for (const call of [
      () => store.unwrap(reference, wrapped, aad),
      () => store.wrap(reference, secret, aad),
    ])
      await expect(call()).rejects.toMatchObject({ fault: 'disabled' });
    expect(await store.describe(reference)).toMatchObject({ isEnabled: false });
    await outside.send(new EnableKeyCommand({ KeyId }));
    expect(await store.unwrap(reference, wrapped, aad)).toEqual(secret);
  });

  it('reports a key as absent that another program destroyed', async () => {
    const { reference, wrapped, KeyId } = await makeKey();
    await outside.send(new ScheduleKeyDeletionCommand({ KeyId, PendingWindowInDays: 7 }));
    await expect(store.unwrap(reference, wrapped, aad)).rejects.toMatchObject({ fault: 'absent' });
    expect(await store.describe(reference)).toBeUndefined();
    await store.destroy(reference);
  });

  it('throttled: a call is retried a limited number of times', async () => {
    const { reference, wrapped } = await makeKey();
    const brief = await refusing(endpoint, 'ThrottlingException', 3);
    const behind = await openTestKms(brief.url, PATIENT);
    expect(await behind.unwrap(reference, wrapped, aad)).toEqual(secret);
    expect(brief.calls()).toBe(4);
    await brief.close(behind);
    const lasting = await refusing(endpoint, 'ThrottlingException', Number.POSITIVE_INFINITY);
    const refused = await openTestKms(lasting.url, PATIENT);
    await expect(refused.unwrap(reference, wrapped, aad)).rejects.toMatchObject({ fault: 'unavailable' });
    expect(lasting.calls()).toBe(5);
    await lasting.close(refused);
  });

  describe('under the crypto service', () => {
    let crypto: CryptoWorld;
    beforeAll(async () => {
      crypto = await bootCrypto({
        CRYPTO_KEY_STORE: 'kms',
        CRYPTO_KMS_ENDPOINT: endpoint,
        CRYPTO_KMS_REGION: KMS_OPTIONS.region ?? '',
        CRYPTO_HEALTH_CHECK_MS: '100',
      });
    });
    afterAll(() => crypto?.world.stop());

    const open = () =>
      crypto.keys.openFieldKeys(crypto.world.asService('vault', 1), { companyId: 1, versions: [] });
    const newestState = async () => {
      const admin = await crypto.world.as({ everywhere: ['encryption:manage'] });
      return (await crypto.register.hsmStatus(admin, {})).entries[0];
    };

    it('opens the same keys before and after a restart, and reports their location', async () => {
      const { keys } = await open();
      await crypto.world.restart();
      expect((await open()).keys).toEqual(keys);
      await expect.poll(async () => (await newestState())?.performanceMetrics.keysChecked, POLL).toBe(5);
      expect(await newestState()).toMatchObject({ hsmId: 'aws-kms:eu-central-1', status: 'online' });
      const anybody = await crypto.world.as({ companies: { 1: [] } });
      const status = await crypto.register.keyStoreStatus(anybody, {});
      expect(status).toMatchObject({ kind: 'aws-kms', protection: 'cloud', model: 'AWS KMS' });
      expect(await crypto.countKeyFiles().catch(({ code }: NodeJS.ErrnoException) => code)).toBe('ENOENT');
    });

    it('stopped: the service is unavailable and recovers after its return', async () => {
      const { keys } = await open();
      await services.stop('kms');
      await expect(open()).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'KEY_STORE_UNAVAILABLE' });
      await expect.poll(async () => (await newestState())?.alertLevel, POLL).toBe('critical');
      await services.start('kms');
      await expect.poll(() => open().then((answer) => answer.keys, String), POLL).toEqual(keys);
      await expect.poll(async () => (await newestState())?.status, POLL).toBe('online');
    });
  });

  it('refused credentials: the error is reported without a retry', async () => {
    const { reference, wrapped } = await makeKey();
    const proxy = await refusing(endpoint, 'AccessDeniedException', Number.POSITIVE_INFINITY);
    const denied = await openTestKms(proxy.url);
    await expect(denied.unwrap(reference, wrapped, aad)).rejects.toMatchObject({ fault: 'refused' });
    expect(proxy.calls()).toBe(1);
    await proxy.close(denied);
  });
});

/** A proxy before the emulator that answers the first calls with an error of KMS. */
async function refusing(endpoint: string, type: string, times: number) {
  let calls = 0;
  const server = createServer((incoming, answer) => {
    calls += 1;
    if (calls <= times) {
      incoming.resume();
      answer.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' });
      answer.end(JSON.stringify({ __type: type, message: 'planted' }));
      return;
    }
    const { method, headers } = incoming;
    const onward = request(new URL(incoming.url ?? '/', endpoint), { method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 500, from.headers);
      from.pipe(answer);
    });
    incoming.pipe(onward);
  });
  return {
    url: await listen(server),
    calls: () => calls,
    close: async (store: KeyStore) => {
      await store.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve, reject) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('no port'));
      else resolve(`http://127.0.0.1:${address.port}`);
    });
  });
}
