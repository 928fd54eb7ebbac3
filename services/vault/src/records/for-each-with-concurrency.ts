/**
 * Runs `work` for each item, in order, at most `concurrency` at a time. After a failure it starts no further item and
 * waits for the running ones. @throws the first failure
 */
export async function forEachWithConcurrency<T>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    while (failures.length === 0) {
      const item = waiting.shift();
      if (item === undefined) return;
      await work(item).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
}
