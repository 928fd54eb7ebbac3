import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { SigningService } from '@pii-vault/proto/crypto/v1/signing';
import type { auditConfig } from '../config.ts';
import type { RevocationFile } from '../revocations/revocation-file.ts';
import { treeSize } from '../tree/proofs/proof-store.ts';
import { checkAndRecord, readContradiction } from './check-trail.ts';
import { checkpointFile } from './checkpoint-file.ts';
import { CHECKPOINT_LIMITS, createCheckpointKeeper } from './checkpoint-keeper.ts';
import { checkpointMetrics } from './checkpoint-metrics.ts';
import { latestCheckpoint } from './checkpoint-store.ts';
import { signCheckpoint } from './sign-checkpoint.ts';

type Kit = Pick<
  ModuleKit<ConfigOf<typeof auditConfig>>,
  'db' | 'config' | 'log' | 'metrics' | 'client' | 'self'
>;

/** The signer of the tree, and the stores of its checkpoints. */
export function startCheckpointing(kit: Kit, revocations: RevocationFile | undefined) {
  const { db } = kit;
  if (kit.config.checkpointFile === undefined)
    kit.log.warn('AUDIT_CHECKPOINT_FILE is not set: checkpoints are kept in the database alone');
  const file =
    kit.config.checkpointFile === undefined ? undefined : checkpointFile(kit.config.checkpointFile);
  const signer = kit.client(SigningService, 'crypto');
  const latest = () => db.system(latestCheckpoint);
  const keeper = createCheckpointKeeper(
    {
      latest,
      treeSize: () => db.system(treeSize),
      sign: () => signCheckpoint({ db, signer, file, revocations, log: kit.log, self: () => kit.self() }),
      check: () => checkAndRecord(db, { file, revocations }),
      now: () => Date.now(),
      seen: checkpointMetrics(kit.metrics),
      log: kit.log,
    },
    CHECKPOINT_LIMITS,
  );
  // The first answer to the gateway waits for it, so that a gateway that starts now serves no change on a wrong trail.
  const checked = checkAndRecord(db, { file, revocations }).catch(() => undefined);
  const currentKey = async () => {
    const answer = await signer.getCheckpointKey(kit.self(), {}).catch(() => undefined);
    return answer?.key === undefined ? undefined : Buffer.from(answer.key.publicKey);
  };
  return {
    file,
    keeper,
    latestCheckpoint: latest,
    currentKey,
    /** Why the trail is not the one that was signed, as of the last check. */
    async contradiction() {
      await checked;
      return db.system(readContradiction);
    },
  };
}
