import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { awaitPostgresRestart, awaitServiceRestart } from './await-restart.ts';
import { APART, BOTH, type Fault } from './fault.ts';

/** Maximum pause between two kills, ms. */
const MAX_PAUSE_MS = 1_500;

/** Kills each process at a random time; the previous one may still be starting. */
export const processesKilled: Fault = {
  name: 'processes-killed',
  topologies: APART,
  async inject({ vault, random }) {
    const order = SERVICE_NAMES.map((service) => ({ service, at: random.next() })).sort(
      (a, b) => a.at - b.at,
    );
    await awaitServiceRestart(vault, SERVICE_NAMES, async () => {
      for (const { service } of order) {
        await vault.killService(service);
        await delay(random.below(MAX_PAUSE_MS));
      }
    });
    return `kill -9 of ${order.map(({ service }) => service).join(', ')}`;
  },
};

/** Simulates a power failure: kills every process and starts the vault again. */
export const vaultKilled: Fault = {
  name: 'vault-killed',
  topologies: BOTH,
  async inject({ vault, topology, hold }) {
    const services = topology === 'apart' ? SERVICE_NAMES : [];
    await awaitPostgresRestart(vault, () =>
      awaitServiceRestart(vault, services, async () => {
        await vault.kill();
        await hold(0, 2_000);
        await vault.restart();
      }),
    );
    const killed = topology === 'apart' ? 'the launcher, all services, Kafka and Redis' : 'the process';
    return `kill -9 of ${killed}, and of PostgreSQL`;
  },
};
