/**
 * Awaits all promises. Of several errors it throws the first in the list, not the first in time, so that the same
 * request gets the same response.
 */
export async function awaitAll<T extends readonly unknown[]>(
  answers: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const outcome of await Promise.allSettled(answers))
    if (outcome.status === 'rejected') throw outcome.reason;
  return Promise.all(answers);
}
