import { createSecretKey } from 'node:crypto';
import { expect, it } from 'vitest';
import type { Pair } from '../edge.ts';
import { openNote, sealNote } from './sealed-note.ts';

const key = { version: 3, isActive: true, key: createSecretKey(Buffer.alloc(32, 7)) };
const keys = { active: async () => key, version: async () => key };
const pair: Pair = {
  scope: 'cross:4',
  lo: { companyId: 1, individualId: 12 },
  hi: { companyId: 2, individualId: 40 },
};
const note = 'Grüße, asked for by phone';

it('opens notes of the first version, and stores nothing for an empty note', async () => {
  const sealed = Buffer.from(
    'a6dfd1f067958477ca2beb45fe7d5ef95159a93346e99222aa8bac32642eb2b95f4805d789dfab02e54eeb3396f3de4ff25a' +
      '7b5635187920c1ad7278c35a22207730d1c76d9ced02ee0f58473b41f2c4789a33d16563187105d24719',
    'hex',
  );
  expect(await openNote(keys, 1, pair, { sealed, keyVersion: 3 })).toMatchObject({ text: note });
  const again = await sealNote(keys, 1, pair, note);
  expect(again === null ? null : await openNote(keys, 1, pair, again)).toEqual({
    text: note,
    identifiers: [],
  });
  expect(await sealNote(keys, 1, pair, '')).toBeNull();
});
