import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SERVICE_NAMES } from '@pii-vault/platform/core/context/caller';
import { ownerOf } from '@pii-vault/platform/messaging/record-keys';
import { expect, it } from 'vitest';
import { threadConsumers } from '../../launcher/thread-consumers.ts';
import { allModules } from '../../modules.ts';
import { accessTable, grantsOf, topicsOf } from './access-table.ts';
import { asCommands } from './as-commands.ts';
import { asStrimzi } from './as-strimzi.ts';

const SERVICES = resolve(import.meta.dirname, '../../../..');
const table = accessTable(allModules);
const NEW = { partitions: 6, retentionHours: 168, replication: 3 };

/** Topics of a service in its events and SQL functions. */
async function namedTopics(service: string): Promise<string[]> {
  const folder = join(SERVICES, service);
  const names = await readdir(join(folder, 'migrations'), { recursive: true });
  const sql = names.map((name) => join('migrations', name));
  const files = await Promise.all(
    ['src/events.ts', ...sql].map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
  );
  return [
    ...new Set(
      files
        .join('\n')
        .matchAll(new RegExp(`'(${service}\\.[a-z_]+)'`, 'g'))
        .map(([, name]) => name ?? ''),
    ),
  ];
}

it.each(table.filter(({ writes }) => writes.length > 0))(
  'has every topic that $service writes',
  async (access) => {
    expect(access.writes).toEqual(expect.arrayContaining(await namedTopics(access.service)));
    expect(access.writes.every((topic) => ownerOf(topic) === access.service)).toBe(true);
  },
);

it('has a producer for every topic read, and the consumers that run in a thread', () => {
  const written = table.flatMap(({ writes }) => writes);
  expect(table.flatMap(({ reads }) => reads).filter((topic) => !written.includes(topic))).toEqual([]);
  expect(topicsOf(table)).toEqual(written.toSorted());
  for (const { service, reads } of threadConsumers)
    expect(table.find((access) => access.service === service)?.reads).toEqual(reads);
});

it('allows only the owner to write a topic, and gives each service separate groups', () => {
  expect(table.map(({ service }) => service).sort()).toEqual([...SERVICE_NAMES].sort());
  for (const access of table)
    for (const { resource, name, operations } of grantsOf(access)) {
      if (resource === 'group') expect(name).toBe(`${access.service}.`);
      else if (operations.includes('Write')) expect(ownerOf(name)).toBe(access.service);
      else expect(operations).toEqual(['Read', 'Describe']);
    }
  expect(grantsOf({ service: 'gateway', writes: [], reads: [] })).toEqual([]);
});

it('prints commands and Strimzi resources', () => {
  const commands = asCommands(table, NEW);
  expect(commands).toContain(
    'kafka-topics.sh $KAFKA --create --if-not-exists --topic vault.audit --partitions 1 --replication-factor 3 --config retention.ms=604800000',
  );
  expect(commands).toContain(
    '--allow-principal User:pii-vault-audit --operation Read --operation Describe --topic vault.audit --resource-pattern-type literal',
  );
  const yaml = asStrimzi(table, NEW, 'main');
  expect(yaml.match(/^kind: KafkaUser$/gm)).toHaveLength(7);
  expect(yaml).toContain(
    '  name: vault.record-changed\n  labels:\n    strimzi.io/cluster: main\nspec:\n  topicName: vault.record_changed\n  partitions: 6\n  replicas: 3\n',
  );
  expect(yaml).toContain(`      - resource:
          type: group
          name: vault.
          patternType: prefix
        operations: [Read, Describe, Delete]
`);
});
