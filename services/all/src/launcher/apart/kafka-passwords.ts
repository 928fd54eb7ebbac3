import { randomBytes } from 'node:crypto';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SERVICE_NAMES, type ServiceName } from '@pii-vault/platform/core/context/caller';
import { writeOnce } from '@pii-vault/platform/core/system/write-once';
import { kafkaUsers } from '../../deployment/kafka/kafka-users.ts';

/** Passwords of the services' Kafka users, one secret file each. */
export interface KafkaPasswords {
  fileOf(service: ServiceName): string;
}

/** Creates missing passwords and writes the list that the broker reads at its next start. */
export async function kafkaPasswords(folders: {
  readonly dataDir: string;
  readonly keysDir: string;
}): Promise<KafkaPasswords> {
  const secrets = join(folders.keysDir, 'secrets');
  const fileOf = (service: ServiceName) => join(secrets, `${service}-kafka`);
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  const passwords = new Map<ServiceName, string>();
  for (const name of SERVICE_NAMES)
    passwords.set(name, await writeOnce(fileOf(name), randomBytes(32).toString('hex')));
  const list = join(secrets, 'kafka-users');
  await writeFile(
    list,
    kafkaUsers((name) => passwords.get(name) ?? ''),
    { mode: 0o600 },
  );
  const broker = join(folders.dataDir, 'parts', 'kafka');
  await mkdir(broker, { recursive: true });
  await rm(join(broker, 'users'), { force: true });
  await symlink(list, join(broker, 'users'));
  return { fileOf };
}
