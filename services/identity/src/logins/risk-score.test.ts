import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceInfoOf, readFingerprint } from './device-fingerprint.ts';
import { riskOf } from './risk-score.ts';

const calm = { isBlocked: false, recentFailures: 0 };

function scoreOf(device: object): number {
  return riskOf(readFingerprint(JSON.stringify(device)), calm).score;
}

describe('riskOf', () => {
  it('is 0 without a fingerprint', () => {
    expect(riskOf(undefined, calm)).toEqual({ score: 0, reasons: [] });
  });

  it.each([
    [{ isBot: true }, 50],
    [{ suspiciousActivity: ['webdriver', 'tor'] }, 40],
    [{ suspiciousActivity: true }, 20],
    [{ canvas: 'blocked' }, 10],
    [{ canvas: 'data:image/png;base64,AA' }, 0],
    [{ webgl: null }, 10],
    [{ canvas: 'blocked', webgl: 'blocked' }, 20],
    [{ canvas: 'open', webgl: 'open', suspiciousActivity: [] }, 0],
    [{ screenResolution: '1366x768' }, 5],
    [{ screenResolution: '1440x900' }, 0],
    [{ isBot: true, suspiciousActivity: ['a'], canvas: '', webgl: false, screenResolution: '1920x1080' }, 95],
    [{ isBot: true, suspiciousActivity: ['a', 'b', 'c'] }, 100],
  ])('scores %j as %i', (device, score) => {
    expect(scoreOf(device)).toBe(score);
  });

  it('adds what the server knows about the address', () => {
    expect(riskOf(undefined, { isBlocked: true, recentFailures: 0 })).toEqual({
      score: 100,
      reasons: ['This address is blocked'],
    });
    expect(riskOf(undefined, { isBlocked: false, recentFailures: 5 }).score).toBe(20);
    expect(riskOf(undefined, { isBlocked: false, recentFailures: 20 }).score).toBe(40);
  });

  it('stays within 0 and 100 and gives a reason exactly when there is risk', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 2 }), fc.boolean(), fc.nat(), (json, isBlocked, recentFailures) => {
        const { score, reasons } = riskOf(readFingerprint(json), { isBlocked, recentFailures });
        return score >= 0 && score <= 100 && reasons.length > 0 === score > 0;
      }),
    );
  });
});

describe('readFingerprint', () => {
  it('takes what does not parse as nothing sent', () => {
    for (const json of ['', '{', '[]', '"x"', '{"isBot":"yes"}', JSON.stringify({ x: 'y'.repeat(17_000) })])
      expect(readFingerprint(json)).toBeUndefined();
  });

  it('keeps of a device only what the screens show', () => {
    const device = readFingerprint(
      JSON.stringify({ platform: 'Linux', timezone: 'Asia/Kolkata', computerName: 'x' }),
    );
    expect(deviceInfoOf(device)).toEqual({ platform: 'Linux', timezone: 'Asia/Kolkata' });
  });
});
