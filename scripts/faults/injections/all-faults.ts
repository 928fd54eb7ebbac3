import { clockStepped } from './clock-steps.ts';
import { deliveriesRepeated, progressLost } from './deliveries.ts';
import { diskFull } from './disk-full.ts';
import type { Fault } from './fault.ts';
import { everythingKilled, processesKilled } from './killed.ts';
import { kafkaAway, keyStoreAway, redisAway } from './parts-away.ts';
import { postgresKilled, postgresRestarted } from './postgres.ts';

export const FAULTS: readonly Fault[] = [
  processesKilled,
  everythingKilled,
  postgresKilled,
  postgresRestarted,
  diskFull,
  kafkaAway,
  redisAway,
  keyStoreAway,
  deliveriesRepeated,
  progressLost,
  clockStepped,
];
