import { expect, it } from 'vitest';
import { describeReplay } from './describe-replay.ts';

const at = '2026-01-05T00:00:00.000Z';

it('lists skipped revocations for the operator', () => {
  const text = describeReplay({
    done: 3,
    already: 1,
    skipped: [
      { service: 'identity', action: 'password_change', at, objectIds: { userId: '7' } },
      {
        service: 'tenancy',
        action: 'access_rule_remove',
        at,
        objectIds: { kind: 'ip', rule: '192.0.2.0/24' },
      },
    ],
  });
  expect(text.split('\n')).toEqual([
    'Revocations since the backup: 3 replayed, 1 already in effect.',
    '  skipped, decide by hand: password_change of user 7',
    '  skipped, decide by hand: access_rule_remove of ip 192.0.2.0/24, the last rule of its kind: without it every address is allowed',
  ]);
});
