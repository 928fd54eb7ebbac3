import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RotationWorld, rotationWorld } from './rotation-world.ts';

let world: RotationWorld;
beforeAll(async () => {
  world = await rotationWorld();
  // Company 0 with an agreement id is a link agreement; the administrator does not manage company 3.
  await world.database.sql(
    `INSERT INTO crypto.key_rotations (company_id, agreement_id, purpose, to_version, cause, started_at, finished_at)
    VALUES (1, 0, 'master', 2, 'schedule', now(), now()), (2, 0, 'field', 3, 'request', now(), now()),
      (0, 5, 'master', 2, 'schedule', now(), now()), (3, 0, 'field', 2, 'schedule', now(), NULL)`,
  );
});
afterAll(() => world.drop());

const listed = async (companyId?: number, limit = 0, cursor?: string) => {
  const { rotations, nextCursor } = await world.rotations(world.admin, { companyId, limit, cursor });
  return { nextCursor, rotations: rotations.map(({ owner, keyType, status }) => [owner, keyType, status]) };
};
const company = (companyId: number) => ({ kind: 'company', companyId });

it('lists rotations of the companies of the caller, newest first, in pages', async () => {
  await world.rotateKey('field');
  expect(await listed()).toEqual({
    nextCursor: undefined,
    rotations: [
      [company(1), 'field', 'running'],
      [company(2), 'field', 'done'],
      [company(1), 'master', 'done'],
    ],
  });
  expect(await listed(2)).toEqual({ nextCursor: undefined, rotations: [[company(2), 'field', 'done']] });
  const first = await world.rotations(world.admin, { limit: 2 });
  expect(await listed(undefined, 2, first.nextCursor)).toEqual({
    nextCursor: undefined,
    rotations: [[company(1), 'master', 'done']],
  });
});

it('has cause, start and end of each', async () => {
  const { rotations } = await world.rotations(world.admin, { companyId: 2, limit: 0 });
  expect(rotations).toMatchObject([{ cause: 'request', toVersion: 3, finishedAt: expect.any(Date) }]);
});

it('refuses a page of more than 200', async () => {
  await expect(world.rotations(world.admin, { limit: 201 })).rejects.toMatchObject({
    reason: 'INVALID_ARGUMENT',
  });
});
