import { describe, expect, it } from 'vitest';
import { FaultMissed } from './fault.ts';
import { within } from './within.ts';

describe('a look that is repeated', () => {
  it('goes on when one fails', async () => {
    let looks = 0;
    await within(
      () => 'never',
      () => {
        looks += 1;
        if (looks === 1) throw new Error('not there');
        return looks === 3;
      },
    );
    expect(looks).toBe(3);
  });

  it('says what is the matter, and how the last one failed', async () => {
    const fails = () => Promise.reject(new Error('not there'));
    await expect(within(() => 'the clock stands', fails, 0)).rejects.toThrow('the clock stands (not there)');
    const missed = within(
      () => 'the clock stands',
      () => false,
      0,
    );
    await expect(missed).rejects.toThrow(new FaultMissed('the clock stands'));
  });
});
