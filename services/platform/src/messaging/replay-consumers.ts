import { type ConsumersOptions, replayParked } from './consumer.ts';
import { parkedMessages } from './dead-letter.ts';

/** Result of replaying a consumer's parked messages. */
export interface Replayed {
  readonly consumer: string;
  readonly replayed: number;
  /** Fail still, or follow one that does. */
  readonly left: number;
}

/**
 * Replays all messages that these consumers parked, also those parked meanwhile by running consumers.
 */
export async function replayConsumers(
  options: Omit<ConsumersOptions, 'bus' | 'service'>,
): Promise<Replayed[]> {
  const results: Replayed[] = [];
  for (const spec of options.specs) {
    const parked = async () => (await options.db.system((tx) => parkedMessages(tx, spec.name))).length;
    if ((await parked()) === 0) continue;
    let replayed = 0;
    for (let some = -1; some !== 0; replayed += some) some = await replayParked(options, spec);
    results.push({ consumer: spec.name, replayed, left: await parked() });
  }
  return results;
}
