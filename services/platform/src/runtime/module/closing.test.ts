import { expect, it } from 'vitest';
import { closeAtEnd } from './closing.ts';

const failing = (name: string) => () => Promise.reject(new Error(name));

it('throws the cause, not the failures while closing', async () => {
  const closed: string[] = [];
  const closing = closeAtEnd();
  closing.add(async () => {
    closed.push('database');
  });
  closing.add(failing('cache'));
  await expect(closing.closeAfter(new Error('port in use'))).rejects.toThrow('port in use');
  expect(closed).toEqual(['database']);
});

it('closes all in reverse order although one fails, and throws the first failure', async () => {
  const closed: string[] = [];
  const closing = closeAtEnd();
  for (const name of ['database', 'cache', 'mail'])
    closing.add(async () => {
      closed.push(name);
      if (name !== 'database') throw new Error(name);
    });
  await expect(closing.close()).rejects.toThrow('mail');
  expect(closed).toEqual(['mail', 'cache', 'database']);
  await closing.close();
  expect(closed).toHaveLength(3);
});
