import { inject } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { silentLogger } from '../log/log.ts';
import { describeBusContract } from './bus-contract.ts';
import { kafkaBus } from './kafka-bus.ts';
import { kafkaConfig } from './kafka-config.ts';

const env = inject('testServices');
describeBusContract('Kafka', async () => kafkaBus({ ...loadConfig(kafkaConfig, env), log: silentLogger() }));
