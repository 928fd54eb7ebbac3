import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { WrappedUse } from '../src/keys/company-keys/encryption-key.ts';
import { backupKeyOf, fieldKeyOf } from '../src/keys/company-keys/key-uses.ts';
import type { KeyRecord } from '../src/register/list-keys.ts';
import { useCaseWorld } from './use-case-world.ts';

/** Uses of all wrapped keys of company 1: five text keys, an index, a backup and a field key. */
export const USES: readonly WrappedUse[] = [
  fieldKeyOf(1),
  backupKeyOf(1),
  { ...fieldKeyOf(1), purpose: 'index' },
  ...(['vault', 'lineage', 'compliance', 'tenancy', 'identity'] as const).map(
    (ownerService): WrappedUse => ({ ...fieldKeyOf(1), purpose: 'text', ownerService }),
  ),
];

/** The use cases, with the keys of company 1 created. */
export async function rotationWorld() {
  const world = await useCaseWorld();
  await world.prepare(world.ctx);
  const open = async (use: WrappedUse, versions: readonly number[] = []) =>
    (await world.open(world.ctx, { use, versions })).map(({ version, key, isActive }) => ({
      version,
      isActive,
      key: key.toString('hex'),
    }));
  for (const use of USES) await open(use);
  const list = async (keyType?: string, companyId = 1): Promise<KeyRecord[]> => {
    const asked = { companyId, keyType, limit: 0 };
    return (await world.list(world.admin, asked)).keys;
  };
  return {
    ...world,
    open,
    list,
    openAll: () => Promise.all(USES.map((use) => open(use))),
    /** Version, status and row count of the listed keys of a type. */
    versions: async (keyType: string) =>
      (await list(keyType)).map(({ version, status, rows }) => [version, status, rows]),
    asAdmin: (idempotencyKey: string): Ctx => ({ ...world.admin, idempotencyKey }),
    rotateKey: (keyType: string, ctx = world.admin) => world.rotate(ctx, { companyId: 1, keyType }),
    /** Retires earlier versions as the vault does after rewrapping. */
    async retireFormer() {
      for (const { version, status } of await list('field'))
        if (status === 'expired') await world.retire(world.ctx, { companyId: 1, version });
    },
    entries: (topic: string) =>
      world.database.sql<{ payload: Buffer }>(
        'SELECT payload FROM crypto.outbox WHERE topic = $1 ORDER BY id',
        [topic],
      ),
  };
}

export type RotationWorld = Awaited<ReturnType<typeof rotationWorld>>;
