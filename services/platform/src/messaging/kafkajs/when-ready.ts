import { whenReady as repeatUntilReady } from '../kafka-when-ready.ts';

/** Few and quick retries: every caller has its own retry loop. */
export const FEW_RETRIES = { retries: 3, initialRetryTime: 100, maxRetryTime: 1_000 } as const;

export const whenReady = <T>(question: () => Promise<T>): Promise<T> =>
  repeatUntilReady(question, isRetriableAnswer);

/** Error classes of kafkajs are no named exports for an ES module. After retries, the answer is the cause. */
function isRetriableAnswer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isRetriable = 'type' in error && 'retriable' in error && error.retriable === true;
  return isRetriable || isRetriableAnswer(error.cause);
}
