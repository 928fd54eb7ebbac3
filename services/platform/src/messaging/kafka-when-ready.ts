import { setTimeout as delay } from 'node:timers/promises';

const READY_WITHIN_MS = [50, 100, 200, 400, 800, 1_600, 3_200];

/**
 * Leaders and coordinators that were appointed a moment ago (of a new topic, after a broker's start) do not all know it
 * yet, and clients do not wait long enough for them.
 * @param isRetriable an answer of a broker that may change soon, and not the lack of one
 */
export async function whenReady<T>(
  question: () => Promise<T>,
  isRetriable: (error: unknown) => boolean,
): Promise<T> {
  for (const ms of READY_WITHIN_MS) {
    try {
      return await question();
    } catch (error) {
      if (!isRetriable(error)) throw error;
      await delay(ms);
    }
  }
  return await question();
}
