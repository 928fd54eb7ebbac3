import { setImmediate as inNextTurn } from 'node:timers/promises';
import { openApiDocument } from '@pii-vault/contract/openapi';
import { routes } from '@pii-vault/contract/routes';
import { expect, it } from 'vitest';
import { referenceHandlers } from './reference-routes.ts';

it('creates the document once, and lets other requests run between two calls of the contract', async () => {
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    for (; !isOver; turns++) await inNextTurn();
  })();
  const get = referenceHandlers()['GET /openapi.json'] as () => Promise<{ body: object }>;
  const [first, second] = await Promise.all([get(), get()]);
  isOver = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(routes.length);
  expect(first.body).toEqual(JSON.parse(JSON.stringify(openApiDocument('/api'))));
  expect(second.body).toBe(first.body);
});
