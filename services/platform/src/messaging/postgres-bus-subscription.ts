import type { Logger } from '../core/log/log.ts';
import type { SubscriptionSpec } from './bus.ts';
import { offeredMessages } from './offered-messages.ts';
import { type Positioned, readLag, readMessages } from './postgres-bus-store.ts';
import { type TopicOwnershipOptions, topicOwnership } from './topic-ownership.ts';
import { type PassOutcome, startWorkLoop, type WorkLoop } from './work-loop.ts';

export interface TopicSubscriptionOptions extends TopicOwnershipOptions {
  readonly spec: SubscriptionSpec;
  readonly log: Pick<Logger, 'error'>;
  readonly pollMs: number;
}

export interface TopicSubscription extends WorkLoop {
  readonly topic: string;
  lag(): Promise<number>;
  /** Messages that this process has just appended: they need not be read. */
  offer(messages: readonly Positioned[]): void;
}

const DEFAULT_BATCH = 500;

/**
 * The loop of one group on one topic: read messages after the position, or take offered ones, call the handler, advance
 * the position.
 */
export function subscribeTopic(options: TopicSubscriptionOptions): TopicSubscription {
  const { spec, topic, group, alone } = options;
  const ownership = topicOwnership(options);
  const maxBatch = spec.maxBatch ?? DEFAULT_BATCH;
  const offered = offeredMessages();

  async function pass(): Promise<PassOutcome> {
    const from = await ownership.claim();
    if (from === undefined) {
      offered.clear();
      return 'nothing';
    }
    const known = offered.takeAfter(from, maxBatch);
    const batch = known.length > 0 ? known : await readMessages(alone, topic, from, maxBatch);
    const last = batch.at(-1);
    if (last === undefined) return 'nothing';
    await spec.handler(batch.map((positioned) => positioned.message));
    await ownership.moveTo(from, last.position);
    // A message published meanwhile has woken the loop; a message of another process is found by reading.
    return known.length === 0 && batch.length < maxBatch ? 'nothing' : 'more';
  }

  const loop = startWorkLoop({
    pass,
    pollMs: options.pollMs,
    onError: (error) => options.log.error('messages could not be handled', { group, topic, err: error }),
  });
  return {
    ...loop,
    topic,
    offer: offered.add,
    lag: () => readLag(alone, group, topic),
    async stop() {
      await loop.stop();
      await ownership.release().catch(() => undefined);
    },
  };
}
