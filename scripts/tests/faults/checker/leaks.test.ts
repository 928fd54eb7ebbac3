import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { OperationHistory } from '../load/operation-history.ts';
import { checkLeaks } from './leaks.ts';
import { written } from './testing/sound-world.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pii-vault-leaks-'));
});
afterAll(() => rm(folder, { recursive: true }));

const person = new OperationHistory().addPerson(1, 'CUSTOMER-1', {
  email: 'first@one.example',
  phone: '+919876543210',
});
person.values.get('email')?.push(written('second@one.example'));

it.each([
  ['no sent value', false],
  ['CUSTOMER-1', true],
  ['first@one.example', true],
  ['second@one.example', true],
  ['098765-43210', false],
  ['09876543210', true],
])('a file with "%s"', async (text, isFound) => {
  const file = join(folder, 'vault.log');
  await writeFile(file, `a line with ${text} in it\n`);
  const finding = {
    promise: 'no readable value in a file',
    what: expect.stringMatching(/^files that contain a sent value \(1\): .*vault\.log, \w+ in a line with /),
  };
  expect(await checkLeaks([person], [folder])).toEqual(isFound ? [finding] : []);
});
