import { randomUUID } from 'node:crypto';

const TRIES = 60;

const BUSY = [503, 504];

/**
 * A fetch that retries while the vault is too busy. Used for preparation only, not in measurements. A call whose late
 * answer was lost is not repeated.
 */
export const patientFetch: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers);
  if (init?.method === 'POST') headers.set('idempotency-key', randomUUID());
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(input, { ...init, headers });
    if (!BUSY.includes(response.status) || tries === TRIES) return response;
    const seconds = Number(response.headers.get('retry-after') ?? 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  }
};
