import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { decoy, guesser, HONEST, type ProbingWorld, probingWorld, victim } from './probing-world.ts';

const LINKS = 5;
/** An administrator of company 1 who probes. */
const [ATTACKER_ID, ATTACKER] = [8, 'user:8'];
let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld({ linksPerHour: LINKS });
});
afterAll(() => world?.database.drop());
beforeEach(() => world.reset());

const numbers = Array.from({ length: 40 }, (_, n) => 1_000 + n);
const probe = (from: number, to: number, by = ATTACKER) =>
  world.write(
    numbers.slice(from, to).map((n) => guesser(n - 900, `PAN ${n}`)),
    by,
  );
const victims = () =>
  world.write(
    numbers.map((n) => victim(n)),
    HONEST,
  );

it.each([
  ['their own stop', ATTACKER],
  ['the stop of a client that runs as them', `client:pvc_1/${ATTACKER}`],
  ['the stop of a client that they created for another user', `client:pvc_1/user:7/${ATTACKER}`],
])('an administrator who probes cannot lift %s', async (_, credential) => {
  await victims();
  await probe(0, LINKS + 1, credential);
  await expect(world.lift(ATTACKER_ID)).rejects.toMatchObject({
    code: 'PERMISSION_DENIED',
    reason: 'OWN_STOP',
    message: expect.stringContaining('another administrator'),
  });
  await world.later(24 * 60);
  expect(await world.seen()).toHaveLength(LINKS);
  await world.lift();
  await world.later(61);
  expect(await world.seen()).toHaveLength(LINKS + 1);
});

it.each([
  ['the accounts behind the credential depend on it', [ATTACKER_ID], 'DEPENDENT_ACCOUNT'],
  ['identity does not answer', null, 'UNAVAILABLE'],
])('another account lifts no stop while %s', async (_, dependents, reason) => {
  await victims();
  await probe(0, LINKS + 1);
  await expect(world.lift(9, dependents)).rejects.toMatchObject({ reason });
  await world.later(24 * 60);
  expect(await world.seen()).toHaveLength(LINKS);
});

it.each([
  // With access:automate both may make the call. A colleague's account, used by the stopped one's second account:
  ['a delegated token', { actorUserId: 10 }],
  ['an API credential', { clientId: 'pvc_9', clientMadeBy: 10 }],
])('%s lifts no stop, regardless of the accounts behind it', async (_, more) => {
  await victims();
  await probe(0, LINKS + 1);
  await expect(world.lift(9, [], more)).rejects.toMatchObject({ reason: 'OWN_SESSION_REQUIRED' });
  await world.later(24 * 60);
  expect(await world.seen()).toHaveLength(LINKS);
});

it('several lifts show no more pairs per hour than one', async () => {
  await victims();
  for (let lift = 0; lift < 7; lift += 1) {
    await probe(lift * LINKS, (lift + 1) * LINKS + 1);
    await world.lift();
    await world.later(1);
  }
  // Pairs from before the first stop are shown with their batch, delayed ones with the next hour.
  await world.later(15);
  expect(await world.seen()).toHaveLength(LINKS);
  for (const hours of [1, 2, 3]) {
    await world.later(hours === 1 ? 46 : 60);
    expect(await world.seen()).toHaveLength((hours + 1) * LINKS);
  }
});

it('pairs released by a lifted stop count against the hourly budget of new pairs', async () => {
  await victims();
  await probe(0, 3 * LINKS);
  await world.later(61);
  await world.lift();
  await probe(3 * LINKS, 4 * LINKS);
  await world.later(61);
  expect(await world.seen()).toHaveLength(2 * LINKS);
});

it('a lifted stop does not shorten the delay of a pair without equal Aadhaar or PAN', async () => {
  await world.write(
    [...numbers.map((n) => victim(n)), victim(2_000, { identifiers: { phone: '1' }, name: 'Meena Rao' })],
    HONEST,
  );
  await probe(0, LINKS + 1);
  await world.write(
    [decoy(500, { identifiers: { phone: '1' }, name: 'Meena Rao', dob: '1984-07-19' })],
    ATTACKER,
  );
  await world.lift();
  await world.later(10 * 60);
  expect(await world.seen()).toHaveLength(LINKS + 1);
  await world.later(16 * 60);
  expect((await world.seen()).map(({ individualId }) => individualId)).toContain(500);
});
