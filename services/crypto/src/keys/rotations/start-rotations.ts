import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import { notFound } from '@pii-vault/platform/core/errors/not-found';
import type { Database } from '@pii-vault/platform/postgres/database';
import { scopeWith } from '@pii-vault/platform/postgres/scope-with';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { KeyStore } from '../../key-store/key-store.ts';
import { deleteKey } from './delete-key.ts';
import { listRotations } from './list-rotations.ts';
import { rotateKey } from './rotate-key.ts';
import type { Rotation, RotationSchedule } from './rotation.ts';
import { rotationJob } from './rotation-job.ts';
import { findRotation } from './rotation-store.ts';
import { rotationsRpc } from './rotations-rpc.ts';

export interface RotationParts {
  readonly kit: Pick<ModuleKit, 'db' | 'log' | 'self' | 'tick'>;
  readonly store: KeyStore;
  readonly now: () => Date;
  readonly schedule: RotationSchedule;
  readonly tokenDays: number;
  readonly checkMs: number;
}

/** Timeout of a round: a batch takes about forty calls to a store that may be remote. */
const ROUND_MS = 60_000;

/** Starts the job and returns the RPCs of rotations. */
export function startRotations({ kit, store, now, schedule, tokenDays, checkMs }: RotationParts): RpcService {
  const { db, log } = kit;
  const self = (): Ctx => kit.self({ deadlineMs: ROUND_MS });
  const ticker = kit.tick(
    'rotations',
    checkMs,
    rotationJob({ db, store, now, log, self, schedule, tokenDays }),
  );
  ticker.wake();
  return rotationsRpc({
    rotateKey: rotateKey({ db, store, now, wake: () => ticker.wake() }),
    getRotation: getRotation({ db }),
    listRotations: listRotations({ db }),
    deleteKey: deleteKey({ db, store, now }),
  });
}

/** Progress of a rotation. @throws AppError NOT_FOUND, also for another company's rotation */
export function getRotation({
  db,
}: {
  readonly db: Pick<Database, 'tenant'>;
}): (ctx: Ctx, id: number) => Promise<Rotation> {
  return async (ctx, id) => {
    const scope = scopeWith(ctx.caller, 'encryption:manage');
    const found = await db.tenant(scope, (tx) => findRotation(tx, id));
    if (found === undefined) throw notFound();
    return found;
  };
}
