import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../core/errors/app-error.ts';
import { silentLogger } from '../../core/log/log.ts';
import { startTicker } from './ticker.ts';

describe('ticker', () => {
  it('runs on wake, one run at a time, survives an error, and waits for the run at stop', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    let release: () => void = () => {};
    const ran: Array<() => void> = [];
    const nextRun = () => new Promise<void>((resolve) => ran.push(resolve));
    const ticker = startTicker(
      'test',
      3_600_000,
      async () => {
        runs += 1;
        running += 1;
        most = Math.max(most, running);
        ran.shift()?.();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running -= 1;
        if (runs === 1) throw new Error('planted');
      },
      silentLogger(),
    );
    const first = nextRun();
    ticker.wake();
    await first;
    ticker.wake();
    const second = nextRun();
    release();
    await second;
    const stopped = ticker.stop();
    release();
    await stopped;
    expect(runs).toBe(2);
    expect(most).toBe(1);
    expect(running).toBe(0);
  });

  it('does not wait a whole period after postponed work', async () => {
    vi.useFakeTimers();
    try {
      let runs = 0;
      const away = async () => {
        runs += 1;
        if (runs === 1) throw new AppError('UNAVAILABLE', 'AWAY', 'planted');
      };
      const ticker = startTicker('test', 3_600_000, away, silentLogger());
      ticker.wake();
      await vi.advanceTimersByTimeAsync(5_000);
      expect(runs).toBe(2);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(runs).toBe(2);
      await ticker.stop();
    } finally {
      vi.useRealTimers();
    }
  });
});
