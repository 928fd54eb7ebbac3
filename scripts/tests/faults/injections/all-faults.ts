import { clockStepped } from './clock-steps.ts';
import { diskFull } from './disk-full.ts';
import type { Fault } from './fault.ts';
import { processesKilled, vaultKilled } from './killed.ts';
import { kafkaOutage, keyStoreOutage, redisOutage } from './outages.ts';
import { postgresKilled, postgresRestarted } from './postgres.ts';
import { deliveriesRepeated, progressLost } from './redeliveries.ts';

export const FAULTS: readonly Fault[] = [
  processesKilled,
  vaultKilled,
  postgresKilled,
  postgresRestarted,
  diskFull,
  kafkaOutage,
  redisOutage,
  keyStoreOutage,
  deliveriesRepeated,
  progressLost,
  clockStepped,
];
