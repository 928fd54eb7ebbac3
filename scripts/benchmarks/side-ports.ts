import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { freePort } from '@pii-vault/platform/core/net/free-port';
import type { Topology } from '../tests/running-vault/vault-process.ts';
import { LOOP_DELAY_RESOLUTION_MS } from './process-figures.ts';

export interface SidePorts {
  /** Settings: the port of each process, and the resolution of its delay histogram. */
  readonly env: Readonly<Record<string, string>>;
  /** Address of the metrics, by process. */
  readonly metrics: ReadonlyMap<string, string>;
}

/** Reserves metrics ports; call it before the vault starts. */
export async function sidePorts(topology: Topology): Promise<SidePorts> {
  const env: Record<string, string> = {
    PIIVAULT_LOOP_DELAY_RESOLUTION_MS: String(LOOP_DELAY_RESOLUTION_MS),
  };
  const metrics = new Map<string, string>();
  const all =
    topology === 'embedded'
      ? [['the vault', '']]
      : SERVICE_NAMES.map((name) => [name, `${name.toUpperCase()}_ENV_`]);
  for (const [name = '', prefix = ''] of all) {
    const port = String(await freePort());
    env[`${prefix}PIIVAULT_METRICS_PORT`] = port;
    metrics.set(name, `http://127.0.0.1:${port}/metrics`);
  }
  return { env, metrics };
}
