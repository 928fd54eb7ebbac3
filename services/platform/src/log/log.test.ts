import { expect, it } from 'vitest';
import { createLogger } from './log.ts';

// Every write to /dev/full fails as on a full disk. An error of the stream that nobody hears ends the process.
it('writes to a full disk as if nothing were', () => {
  const log = createLogger('info', '/dev/full');
  for (const attempt of [1, 2, 3]) expect(() => log.info('A line', { attempt })).not.toThrow();
});
