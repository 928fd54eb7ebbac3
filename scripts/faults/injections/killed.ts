import { setTimeout as delay } from 'node:timers/promises';
import { SERVICE_NAMES } from '@pii-vault/platform/context/caller';
import { postgresAnew, servicesAnew } from './anew.ts';
import { APART, BOTH, type Fault } from './fault.ts';

/** Longest pause between two kills, ms. */
const APART_MS = 1_500;

/** kill -9 of each process at a random moment; the next one is hit while the one before still starts. */
export const processesKilled: Fault = {
  name: 'processes-killed',
  topologies: APART,
  async inject({ vault, random }) {
    const order = SERVICE_NAMES.map((service) => ({ service, at: random.next() })).sort(
      (a, b) => a.at - b.at,
    );
    await servicesAnew(vault, SERVICE_NAMES, async () => {
      for (const { service } of order) {
        await vault.killService(service);
        await delay(random.below(APART_MS));
      }
    });
    return `kill -9 of ${order.map(({ service }) => service).join(', ')}`;
  },
};

/** As when the power fails: everything goes but what is on disk, and is started again. */
export const everythingKilled: Fault = {
  name: 'everything-killed',
  topologies: BOTH,
  async inject({ vault, topology, hold }) {
    const services = topology === 'apart' ? SERVICE_NAMES : [];
    await postgresAnew(vault, () =>
      servicesAnew(vault, services, async () => {
        await vault.kill();
        await hold(0, 2_000);
        await vault.restart();
      }),
    );
    return `kill -9 of ${topology === 'apart' ? 'the launcher and all with it, Kafka and Redis' : 'the process'}, and of PostgreSQL`;
  },
};
