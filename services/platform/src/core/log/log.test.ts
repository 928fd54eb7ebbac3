import { expect, it } from 'vitest';
import { createLogger } from './log.ts';

// Every write to /dev/full fails as on a full disk. An unhandled error of the stream would end the process.
it('does not throw when the disk is full', () => {
  const log = createLogger('info', '/dev/full');
  for (const attempt of [1, 2, 3]) expect(() => log.info('A line', { attempt })).not.toThrow();
});
