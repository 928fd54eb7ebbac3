import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { revocationsAwaited } from '../errors.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import { treeSize } from '../tree/proofs/proof-store.ts';
import { checkAndRecord, readContradiction } from './check-trail.ts';
import { CHECKPOINT_LIMITS, createCheckpointKeeper } from './checkpoint-keeper.ts';
import { latestCheckpoint, type StoredCheckpoint } from './checkpoint-store.ts';
import { openCheckpoints } from './open-checkpoints.ts';
import { type SigningDeps, signCheckpoint } from './sign-checkpoint.ts';

interface Parts extends Pick<ModuleKit, 'db' | 'log' | 'metrics' | 'self'> {
  readonly config: Parameters<typeof openCheckpoints>[0];
  readonly signer: SigningDeps['signer'];
}

/** The signer of the tree, and the stores of its checkpoints. */
export function startCheckpointing(parts: Parts, revocations: RevocationFile | undefined) {
  const { db, config, log, signer, self } = parts;
  if (config.checkpointFile === undefined)
    log.warn('AUDIT_CHECKPOINT_FILE is not set: checkpoints are kept in the database alone');
  const file = openCheckpoints(config);
  const latest = () => db.system(latestCheckpoint);
  let awaited = 0;
  const check = async () => {
    const state = await checkAndRecord(db, { file, revocations });
    awaited = state.pending;
    return state;
  };
  const keeper = createCheckpointKeeper(
    {
      latest,
      treeSize: () => db.system(treeSize),
      sign: () => signCheckpoint({ db, signer, file, revocations, log, self }),
      check,
      now: () => Date.now(),
      seen: checkpointMetrics(parts.metrics),
      log,
    },
    CHECKPOINT_LIMITS,
  );
  // The first answer to the gateway waits for it, so that a gateway that starts now serves no change on a wrong trail.
  const checked = check().catch(() => undefined);
  const currentKey = async () => {
    const answer = await signer.getCheckpointKey(self(), {}).catch(() => undefined);
    return answer?.key === undefined ? undefined : Buffer.from(answer.key.publicKey);
  };
  return {
    file,
    keeper,
    latestCheckpoint: latest,
    currentKey,
    /** Why the trail is not, or not yet, the one that was signed and listed, as of the last check. */
    async contradiction() {
      await checked;
      return (await db.system(readContradiction)) ?? (awaited > 0 ? revocationsAwaited(awaited) : undefined);
    },
  };
}

/** Size of the tree, and size and time of its newest signed checkpoint. */
function checkpointMetrics(metrics: Pick<Metrics, 'gauge'>) {
  const entries = metrics.gauge('audit_tree_entries', 'Entries in the audit tree');
  const signed = metrics.gauge('audit_checkpoint_entries', 'Entries that the newest checkpoint covers');
  const time = metrics.gauge(
    'audit_checkpoint_timestamp_seconds',
    'Unix time at which the newest checkpoint was signed',
  );
  return (checkpoint: StoredCheckpoint, treeSize: number) => {
    entries.set({}, treeSize);
    signed.set({}, checkpoint.treeSize);
    time.set({}, checkpoint.signedAt.getTime() / 1000);
  };
}
