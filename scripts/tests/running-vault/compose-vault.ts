import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import type { DeployedVault } from './deployed-vault.ts';

const execute = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '../../..');
const PROJECT = 'pii-vault-e2e';

/** With their dependencies: the whole vault and its observability, except Grafana. */
const CONTAINERS = ['gateway', 'maildev', 'collector', 'prometheus'];

/**
 * Starts the unchanged docker-compose.yml with a separate project name, ports and volumes. The images have to exist.
 */
export async function startComposeVault(): Promise<DeployedVault> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    PIIVAULT_LISTEN: `127.0.0.1:${port}`,
    PIIVAULT_MAIL_LISTEN: `127.0.0.1:${await freePort()}`,
    PIIVAULT_ORIGIN: address,
    // The walk creates a second person within the same second.
    IDENTITY_INDEPENDENCE_DAYS: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  const compose = (...args: string[]) =>
    execute(process.env.DOCKER ?? 'docker', ['compose', '-p', PROJECT, ...args], {
      cwd: ROOT,
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
  const stop = async () => void (await compose('down', '--volumes'));
  await stop();
  try {
    await compose('up', '--detach', '--wait', ...CONTAINERS);
  } catch (error) {
    const { stdout } = await compose('ps', '--all', '--format', '{{.Name}} {{.Status}}');
    await stop();
    throw new Error(`docker compose up failed:\n${stdout}`, { cause: error });
  }
  return {
    address,
    stop,
    containers: async () => (await compose('ps', '--all', '--services')).stdout.trim().split('\n'),
    async evaluate(container, script) {
      const node = ['node', '--input-type=module', '--eval', script];
      return (await compose('exec', '--no-TTY', container, ...node)).stdout;
    },
    logs: async (container) => (await compose('logs', '--no-log-prefix', '--no-color', container)).stdout,
  };
}
