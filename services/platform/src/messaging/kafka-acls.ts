import kafkajs, { type AclEntry, type AclOperationTypes, type Admin } from 'kafkajs';

// Not among the names that Node finds in this CommonJS module.
const { AclOperationTypes: OPERATION, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs;

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

const OPERATIONS: Readonly<Record<KafkaOperation, AclOperationTypes>> = {
  Read: OPERATION.READ,
  Write: OPERATION.WRITE,
  Describe: OPERATION.DESCRIBE,
  Delete: OPERATION.DELETE,
};

/** Sets the rights of each of these users exactly: grants missing ones and revokes all others. */
export async function applyGrants(admin: Admin, users: readonly KafkaUserGrants[]): Promise<void> {
  const wanted = users.flatMap(({ user, grants }) => grants.flatMap((grant) => entriesOf(user, grant)));
  if (wanted.length > 0) await admin.createAcls({ acl: wanted });
  const kept = new Set(wanted.map(nameOf));
  const found = await Promise.all(users.map(({ user }) => readEntries(admin, user)));
  const surplus = found.flat().filter((entry) => !kept.has(nameOf(entry)));
  if (surplus.length > 0) await admin.deleteAcls({ filters: surplus });
}

const principalOf = (user: string): string => `User:${user}`;

function entriesOf(user: string, { resource, pattern, name, operations }: KafkaGrant): AclEntry[] {
  return operations.map((operation) => ({
    resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
    resourcePatternType: pattern === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
    resourceName: name,
    principal: principalOf(user),
    host: '*',
    operation: OPERATIONS[operation],
    permissionType: AclPermissionTypes.ALLOW,
  }));
}

async function readEntries(admin: Admin, user: string): Promise<AclEntry[]> {
  const { resources } = await admin.describeAcls({
    resourceType: AclResourceTypes.ANY,
    resourcePatternType: ResourcePatternTypes.ANY,
    principal: principalOf(user),
    operation: OPERATION.ANY,
    permissionType: AclPermissionTypes.ANY,
  });
  return resources.flatMap(({ acls, ...resource }) => acls.map((acl) => ({ ...resource, ...acl })));
}

function nameOf(entry: AclEntry): string {
  const { resourceType, resourcePatternType: pattern, resourceName, principal, host } = entry;
  return [resourceType, pattern, resourceName, principal, host, entry.operation, entry.permissionType].join(
    ' ',
  );
}
