/**
 * All answers to questions asked at once. When several are refused, the refusal of the first in the list is
 * told, whichever came first: the same request gets the same bytes.
 */
export async function together<T extends readonly unknown[]>(
  answers: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  for (const outcome of await Promise.allSettled(answers))
    if (outcome.status === 'rejected') throw outcome.reason;
  return Promise.all(answers);
}
