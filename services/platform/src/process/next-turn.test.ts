import { setImmediate as inNextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { nextTurn } from './next-turn.ts';

/** What `works` are told when they have come to their end: the turn of the event loop that each slice was done in. */
async function turnsOf(works: number, slices: number): Promise<number[][]> {
  let turn = 0;
  let isOver = false;
  const counting = (async () => {
    for (; !isOver; turn += 1) await inNextTurn();
  })();
  const work = async () => {
    const turns: number[] = [];
    for (let n = 0; n < slices; n += 1) {
      await nextTurn();
      turns.push(turn);
    }
    return turns;
  };
  const turns = await Promise.all(Array.from({ length: works }, work));
  isOver = true;
  await counting;
  return turns;
}

describe('nextTurn', () => {
  it('lets one slice go on in a turn of the event loop, whosever it is', async () => {
    const turns = (await turnsOf(4, 5)).flat();
    expect(new Set(turns).size).toBe(20);
  });

  it('lets who waits longest go first, so that everybody gets on alike', async () => {
    const [first, second, third] = await turnsOf(3, 3);
    expect(first?.map((turn) => turn + 1)).toEqual(second);
    expect(second?.map((turn) => turn + 1)).toEqual(third);
  });

  it('ends a slice of who is alone in the turn after it', async () => {
    const [turns = []] = await turnsOf(1, 4);
    expect(turns).toEqual([0, 1, 2, 3].map((n) => n + (turns[0] ?? 0)));
  });
});
