import { expect, it } from 'vitest';
import { toldOf } from './told-of-replay.ts';

const at = '2026-01-05T00:00:00.000Z';

it('names what is left to the operator', () => {
  const told = toldOf({
    done: 3,
    already: 1,
    kept: [
      { service: 'identity', action: 'password_change', at, objectIds: { userId: '7' } },
      {
        service: 'tenancy',
        action: 'access_rule_remove',
        at,
        objectIds: { kind: 'ip', rule: '192.0.2.0/24' },
      },
    ],
  });
  expect(told.split('\n')).toEqual([
    'Of what was taken away since, 3 were taken away again, 1 were gone already.',
    '  left as it was, by hand: password_change of user 7',
    '  left as it was, by hand: access_rule_remove of ip 192.0.2.0/24, the last of its kind: without it everybody may come in',
  ]);
});
