import { describe, expect, it } from 'vitest';
import { pickVersions } from './encryption-key.ts';

const live = [{ version: 2 }, { version: 3 }, { version: 5 }];

describe('pickVersions', () => {
  it('returns all live versions, or the requested ones in the order of the live ones', () => {
    expect(pickVersions(live, [])).toEqual(live);
    expect(pickVersions(live, [5, 2, 5])).toEqual([{ version: 2 }, { version: 5 }]);
  });

  it.each([[[1]], [[3, 4]], [[0]]])('finds nothing when any of %j is not live', (asked) => {
    expect(() => pickVersions(live, asked)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});
