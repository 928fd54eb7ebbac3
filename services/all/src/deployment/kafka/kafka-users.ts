import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { kafkaUser } from './access-table.ts';

/** Lines `name password` for scripts/tests/test-services/kafka/start. @param passwordOf letters and digits */
export function kafkaUsers(passwordOf: (service: ServiceName) => string): string {
  return SERVICE_NAMES.map((name) => `${kafkaUser(name)} ${passwordOf(name)}\n`).join('');
}
