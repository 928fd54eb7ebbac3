import { expect, it } from 'vitest';
import { closeAtEnd } from './closing.ts';

it('closes the last opened first, all of them although one fails, and tells of the first failure', async () => {
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
