import { latencies, type Measured } from './load.ts';
import { loopDelay } from './process-figures.ts';
import type { SidePorts } from './side-ports.ts';

export interface Probed<T> {
  /** Result of the work. */
  readonly of: T;
  /** Latencies of the small request, in ms. */
  readonly probe: Pick<Measured, 'p50' | 'p99'>;
  /** The process with the largest event-loop delay, in ms. */
  readonly loop: { readonly process: string; readonly p99: number; readonly max: number };
}

const EVERY_MS = 20;

/** Runs `work`, sends a small request every 20 ms meanwhile, and reads the event-loop delays. */
export async function withProbe<T>(
  request: () => Promise<unknown>,
  side: SidePorts,
  work: () => Promise<T>,
): Promise<Probed<T>> {
  await latest(side);
  const times: number[] = [];
  let isOver = false;
  const probe = (async () => {
    while (!isOver) {
      const sentAt = performance.now();
      await request();
      const took = performance.now() - sentAt;
      times.push(took);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, EVERY_MS - took)));
    }
  })();
  // A failure of the probe is reported at the end, not as an unhandled rejection.
  probe.catch(() => undefined);
  try {
    const of = await work();
    return { of, probe: latencies(times), loop: await latest(side) };
  } finally {
    isOver = true;
    await probe;
  }
}

/** The largest event-loop delay since the last call. */
async function latest({ metrics }: SidePorts): Promise<Probed<unknown>['loop']> {
  const loops = await Promise.all(
    [...metrics].map(async ([process, address]) => ({ process, ...(await loopDelay(address)) })),
  );
  return loops.reduce((worst, loop) => (loop.max > worst.max ? loop : worst));
}
