import { expect, it } from 'vitest';
import { allModules } from '../modules.ts';
import { threadConsumers } from './thread-consumers.ts';

it('has the consumers of every module, and no others', () => {
  const declared = allModules.flatMap(({ consumers }) => consumers ?? []);
  expect(new Set(threadConsumers)).toEqual(new Set(declared));
});
