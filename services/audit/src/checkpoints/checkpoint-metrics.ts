import type { Metrics } from '@pii-vault/platform/core/telemetry/metrics';
import type { StoredCheckpoint } from './checkpoint-store.ts';

/** Size of the tree, and size and time of its newest signed checkpoint. */
export function checkpointMetrics(metrics: Pick<Metrics, 'gauge'>) {
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
