import { describe, expect, it } from 'vitest';
import { FaultMissed } from './fault.ts';
import { pollUntil } from './poll-until.ts';

describe('pollUntil', () => {
  it('continues after an error', async () => {
    let calls = 0;
    await pollUntil(
      () => 'never',
      () => {
        calls += 1;
        if (calls === 1) throw new Error('not there');
        return calls === 3;
      },
    );
    expect(calls).toBe(3);
  });

  it('reports the reason and the last error after the timeout', async () => {
    const fails = () => Promise.reject(new Error('not there'));
    await expect(pollUntil(() => 'the clock has stopped', fails, 0)).rejects.toThrow(
      'the clock has stopped (not there)',
    );
    const missed = pollUntil(
      () => 'the clock has stopped',
      () => false,
      0,
    );
    await expect(missed).rejects.toThrow(new FaultMissed('the clock has stopped'));
  });
});
