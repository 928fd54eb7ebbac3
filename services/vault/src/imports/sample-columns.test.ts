import { setImmediate as inNextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { CHUNK_BYTES } from './import-key.ts';
import { planByHead } from './plan-by-head.ts';
import { openRefusals, sampleColumns } from './sample-columns.ts';

async function sampled(text: string) {
  const bytes = Buffer.from(text);
  const reading = { mapping: undefined, unmapped: 'hold', dateOrder: 'dmy' } as const;
  const plan = planByHead(bytes, { ...reading, mediaType: 'text/csv', isWhole: true });
  if (plan === undefined) throw new Error('More is needed');
  let read = 0;
  const file = {
    chunkCount: Math.ceil(bytes.length / CHUNK_BYTES),
    chunk: async (index: number) => {
      read++;
      return bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES);
    },
  };
  return { samples: Object.fromEntries(await sampleColumns(file, plan)), read };
}

test('the first values of each column that are not blank', async () => {
  expect(await sampled('name,Branch\nAsha,\nRavi, Pune \n')).toEqual({
    samples: { name: ['Asha', 'Ravi'], Branch: ['Pune'] },
    read: 1,
  });
});

test.each([
  ['line ends', '\n'],
  ['a line without end', 'x'],
  ['long rows', `${'x'.repeat(200_000)},y\n`],
])('of a file of %s only the beginning is read', async (_, part) => {
  const text = `name,Branch\nAsha,Pune\n${part.repeat((20 * CHUNK_BYTES) / part.length)}`;
  const { samples, read } = await sampled(text);
  expect(samples.name?.[0]).toBe('Asha');
  expect(read).toBeLessThan(18);
});

test('other requests run while the columns of a file are judged', async () => {
  const columns = Array.from({ length: 512 }, (_, n) => `column ${n}`);
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await inNextTurn();
  })();
  await openRefusals({ columns: { columns, targets: {} }, mapping: undefined }, new Map());
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(512 / 16);
});
