import { expect, it } from 'vitest';
import { createLogger, describeError } from './log.ts';

// Every write to /dev/full fails as on a full disk. An unhandled error of the stream would end the process.
it('does not throw when the disk is full', () => {
  const log = createLogger('info', '/dev/full');
  for (const attempt of [1, 2, 3]) expect(() => log.info('A line', { attempt })).not.toThrow();
});

it('describes each kind of error in an aggregate once, without its message', () => {
  const refused = (apiId: string) => Object.assign(new Error('secret'), { code: 'PLT_KFK_PROTOCOL', apiId });
  const attempts = [refused('NOT_COORDINATOR'), refused('GROUP_AUTHORIZATION_FAILED')];
  const error = new AggregateError([...attempts, ...attempts, 'text'], 'secret', {
    cause: new AggregateError([new RangeError('secret')]),
  });
  const described = describeError(error);
  expect(described).toMatchObject({
    type: 'AggregateError',
    cause: { type: 'AggregateError', errors: [{ type: 'RangeError' }] },
    errors: [
      { type: 'Error', code: 'PLT_KFK_PROTOCOL', apiId: 'NOT_COORDINATOR' },
      { type: 'Error', code: 'PLT_KFK_PROTOCOL', apiId: 'GROUP_AUTHORIZATION_FAILED' },
      { type: 'string' },
    ],
  });
  expect(described.errors).toHaveLength(3);
  expect(JSON.stringify(described)).not.toContain('secret');
});
