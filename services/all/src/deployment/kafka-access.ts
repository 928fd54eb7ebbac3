// Creates the topics and sets the ACLs of each service's user, then exits. Runs as a container before the others,
// with the KAFKA_… settings of an administrator.
import { loadConfig } from '@pii-vault/platform/core/config/config';
import { kafkaConfig } from '@pii-vault/platform/messaging/kafka-config';
import { allModules } from '../modules.ts';
import { accessTable } from './kafka/access-table.ts';
import { applyAccess } from './kafka/apply-access.ts';

await applyAccess(loadConfig(kafkaConfig, process.env), accessTable(allModules)).catch((error: unknown) => {
  process.stderr.write(`kafka-access: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
