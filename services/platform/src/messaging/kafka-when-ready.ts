import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/**
 * Leaders and coordinators that were appointed a moment ago (of a new topic, after a broker's start) do not all
 * know it yet, and kafkajs does not wait for them here.
 */
export async function whenReady<T>(question: () => Promise<T>): Promise<T> {
  for (const ms of READY_WITHIN_MS) {
    try {
      return await question();
    } catch (error) {
      if (!isRetriableAnswer(error)) throw error;
      await delay(ms);
    }
  }
  return await question();
}

/** An answer of a broker, and not the lack of one. kafkajs's error classes are no named exports for an ES module. */
function isRetriableAnswer(error: unknown): boolean {
  return error instanceof Error && 'type' in error && 'retriable' in error && error.retriable === true;
}
