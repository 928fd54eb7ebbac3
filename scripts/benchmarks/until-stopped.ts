import { latencies, type Measured } from './load.ts';

export type Call = () => Promise<unknown>;

/** One call and its result; times in ms of performance.now(). */
export interface Made {
  readonly kind: string;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly error: string | undefined;
}

/** Closed loop of several clients, each with one kind of call, until it is stopped. */
export function untilStopped(clients: readonly Readonly<Record<string, Call>>[]): {
  stop(): Promise<readonly Made[]>;
} {
  const made: Made[] = [];
  let isOver = false;
  const running = clients.flatMap((client) =>
    Object.entries(client).map(async ([kind, call]) => {
      while (!isOver) {
        const sentAt = performance.now();
        const error = await call().then(
          () => undefined,
          (thrown: unknown) => String(thrown),
        );
        made.push({ kind, sentAt, answeredAt: performance.now(), error });
      }
    }),
  );
  return {
    async stop() {
      isOver = true;
      await Promise.all(running);
      return made;
    },
  };
}

/** Rate and latencies of one kind over the calls sent in [from, to). */
export function figuresOf(made: readonly Made[], kind: string, from: number, to: number): Measured {
  const calls = made.filter((one) => one.kind === kind && one.sentAt >= from && one.sentAt < to);
  const failed = calls.filter(({ error }) => error !== undefined).length;
  const first = Math.max(from, made[0]?.sentAt ?? from);
  const perSecond = ((calls.length - failed) * 1_000) / Math.max(1, to - first);
  const times = calls.map(({ sentAt, answeredAt }) => answeredAt - sentAt);
  return { perSecond, ...latencies(times), calls: calls.length, failed };
}
