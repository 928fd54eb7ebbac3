import { setImmediate as inNextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

/** Runs `works` concurrent jobs and returns, per job, the turn of the event loop in which each slice ran. */
async function turnsOf(works: number, slices: number): Promise<number[][]> {
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn += 1) await inNextTurn();
  })();
  const work = async () => {
    const turns: number[] = [];
    for (let n = 0; n < slices; n += 1) {
      await yieldToEventLoop();
      turns.push(turn);
    }
    return turns;
  };
  const turns = await Promise.all(Array.from({ length: works }, work));
  isOver = true;
  await counting;
  return turns;
}

describe('yieldToEventLoop', () => {
  it('runs one slice of all jobs per turn of the event loop', async () => {
    const turns = (await turnsOf(4, 5)).flat();
    expect(new Set(turns).size).toBe(20);
  });

  it('resumes the longest waiting job first', async () => {
    const [first, second, third] = await turnsOf(3, 3);
    expect(first?.map((turn) => turn + 1)).toEqual(second);
    expect(second?.map((turn) => turn + 1)).toEqual(third);
  });

  it('resumes a single job in the next turn', async () => {
    const [turns = []] = await turnsOf(1, 4);
    expect(turns).toEqual([0, 1, 2, 3].map((n) => n + (turns[0] ?? 0)));
  });
});
