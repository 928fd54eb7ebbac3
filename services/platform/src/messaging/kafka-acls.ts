import type { AclEntry, KafkaAdmin } from './kafka-client.ts';

export type KafkaOperation = 'Read' | 'Write' | 'Describe' | 'Delete';

/** A right of a user on topics or groups of consumers. */
export interface KafkaGrant {
  readonly resource: 'topic' | 'group';
  readonly pattern: 'literal' | 'prefix';
  readonly name: string;
  readonly operations: readonly KafkaOperation[];
}

export interface KafkaUserGrants {
  /** Login name. */
  readonly user: string;
  readonly grants: readonly KafkaGrant[];
}

/** Codes of Kafka's protocol. */
const RESOURCES = { topic: 2, group: 3 } as const;
const PATTERNS = { literal: 3, prefix: 4 } as const;
const OPERATIONS: Readonly<Record<KafkaOperation, number>> = { Read: 3, Write: 4, Delete: 6, Describe: 8 };
const ALLOW = 3;

/** Sets the rights of each of these users exactly: grants missing ones and revokes all others. */
export async function applyGrants(admin: KafkaAdmin, users: readonly KafkaUserGrants[]): Promise<void> {
  const wanted = users.flatMap(({ user, grants }) => grants.flatMap((grant) => entriesOf(user, grant)));
  if (wanted.length > 0) await admin.createAcls(wanted);
  const kept = new Set(wanted.map(nameOf));
  const found = await Promise.all(users.map(({ user }) => admin.readAcls(principalOf(user))));
  const surplus = found.flat().filter((entry) => !kept.has(nameOf(entry)));
  if (surplus.length > 0) await admin.deleteAcls(surplus);
}

const principalOf = (user: string): string => `User:${user}`;

function entriesOf(user: string, { resource, pattern, name, operations }: KafkaGrant): AclEntry[] {
  return operations.map((operation) => ({
    resourceType: RESOURCES[resource],
    resourcePatternType: PATTERNS[pattern],
    resourceName: name,
    principal: principalOf(user),
    host: '*',
    operation: OPERATIONS[operation],
    permissionType: ALLOW,
  }));
}

function nameOf(entry: AclEntry): string {
  const { resourceType, resourcePatternType: pattern, resourceName, principal, host } = entry;
  return [resourceType, pattern, resourceName, principal, host, entry.operation, entry.permissionType].join(
    ' ',
  );
}
