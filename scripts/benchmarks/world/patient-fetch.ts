import { randomUUID } from 'node:crypto';

const TRIES = 60;

const BUSY = [503, 504];

/**
 * A fetch that comes again where the vault is too busy for a moment: what prepares a world is no measurement. What was done
 * although its answer came too late is not done again.
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
