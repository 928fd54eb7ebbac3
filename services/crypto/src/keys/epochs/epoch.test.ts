import { describe, expect, it } from 'vitest';
import { epochEndsAt, isEpochOver } from './epoch.ts';

describe('epoch', () => {
  it('ends exactly at the end of its lifetime', () => {
    const epoch = { epoch: 1, reference: 'local:x', startedAt: new Date('2026-01-01T00:00:00Z') };
    expect(epochEndsAt(epoch, 30)).toEqual(new Date('2026-01-31T00:00:00Z'));
    expect(isEpochOver(epoch, 30, new Date('2026-01-30T23:59:59.999Z'))).toBe(false);
    expect(isEpochOver(epoch, 30, new Date('2026-01-31T00:00:00Z'))).toBe(true);
  });
});
