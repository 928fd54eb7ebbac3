import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChannelCredentials, credentials } from '@grpc/grpc-js';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { grpcChannel } from '@pii-vault/platform/rpc/grpc-channel';
import { HealthService } from '@pii-vault/platform/rpc/grpc-health';
import { describe, expect, it } from 'vitest';
import type { VaultProcess } from '../../running-vault/vault-process.ts';
import type { Walk } from '../walk/walk.ts';

/** The gateway has no RPC port. */
const CALLED = SERVICE_NAMES.filter((name) => name !== 'gateway');
const DEADLINE_MS = 10_000;

/** Checks that a process answers only clients with a certificate of its vault. */
export function mutualTls(walk: Pick<Walk<VaultProcess>, 'vault'>): void {
  describe('the RPC port of each process', () => {
    it.each(CALLED)('of %s refuses clients without TLS or without a certificate', async (service) => {
      const settings = await settingsOf(walk.vault, 'gateway');
      const read = (name: string) => readFile(settings[`PIIVAULT_TLS_${name}_FILE`] ?? '');
      const [ca, key, cert] = [await read('CA'), await read('KEY'), await read('CERT')];
      const call = (as: ChannelCredentials) => isServing(walk.vault, service, as);
      const refused = { code: 'UNAVAILABLE' };
      await expect(call(credentials.createInsecure())).rejects.toMatchObject(refused);
      await expect(call(credentials.createSsl(ca))).rejects.toMatchObject(refused);
      expect(await call(credentials.createSsl(ca, key, cert))).toBe(true);
    });
  });
}

/** Asks a process for its health (grpc.health.v1). */
async function isServing(
  vault: VaultProcess,
  service: ServiceName,
  as: ChannelCredentials,
): Promise<boolean> {
  const address = (await settingsOf(vault, service))[`${service.toUpperCase()}_GRPC_LISTEN`] ?? '';
  const channel = grpcChannel(address, as, service);
  const { path, requestSerialize, responseDeserialize } = HealthService.check;
  const headers = {
    path,
    metadata: {},
    deadlineAt: Date.now() + DEADLINE_MS,
    signal: new AbortController().signal,
  };
  try {
    return responseDeserialize(await channel.unary(headers, requestSerialize({ service: '' }))).status === 1;
  } finally {
    await channel.close();
  }
}

/** The environment that a process was started with (proc(5), environ). */
async function settingsOf({ dataDir }: VaultProcess, service: ServiceName): Promise<NodeJS.ProcessEnv> {
  const pid = await readFile(join(dataDir, 'processes', service), 'utf8');
  const environ = await readFile(`/proc/${pid}/environ`, 'utf8');
  return Object.fromEntries(environ.split('\0').map((line) => line.split(/=(.*)/s)));
}
