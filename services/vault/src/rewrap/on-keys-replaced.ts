import type { ConsumerSpec } from '@pii-vault/platform/events/consumer-spec';

/** Hints to look at once: the job looks regularly anyway, so a lost or parked event delays the work and no more. */
export function onKeysReplaced(look: () => void): ConsumerSpec[] {
  const hint = (name: string, topic: string): ConsumerSpec => ({
    name,
    topic,
    scope: 'system',
    onPoison: 'park',
    async handle({ tx }) {
      tx.afterCommit(look);
    },
  });
  return [
    hint('rewrap-after-epoch', 'crypto.epoch_turned'),
    hint('rewrap-after-rotation', 'crypto.key_rotated'),
  ];
}
