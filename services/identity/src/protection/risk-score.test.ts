import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deviceInfoOf, readFingerprint } from './device-fingerprint.ts';
import { riskOf, VERIFY_FROM } from './risk-score.ts';

const calm = { isBlocked: false, failures: 0, accountsFromAddress: 0, accountsFromDevice: 0, pace: 0 };

function scoreOf(device: object): number {
  return riskOf(readFingerprint(JSON.stringify(device)), calm).score;
}

describe('riskOf', () => {
  it.each(['', '{}}', '[]', '{"isBot":"no"}', `{"fingerprint":"${'x'.repeat(17_000)}"}`])(
    'requires the code, and does not block, without readable device data: %s',
    (json) =>
      expect(riskOf(readFingerprint(json), calm)).toEqual({
        score: VERIFY_FROM,
        reasons: ['No device information was sent'],
        mayBlock: false,
      }),
  );

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

  it('adds 100 for a blocked address', () => {
    expect(riskOf({}, { ...calm, isBlocked: true })).toEqual({
      score: 100,
      reasons: ['This address is blocked'],
      mayBlock: true,
    });
  });

  it.each([
    [{ failures: 4 }, 0, ''],
    [{ failures: 5 }, 20, 'Many failed sign-ins from this address'],
    [{ failures: 20 }, 40, 'Many failed sign-ins from this address'],
    [{ accountsFromAddress: 5 }, 20, 'Many accounts tried from this address'],
    [{ accountsFromAddress: 10 }, 30, 'Many accounts tried from this address'],
    [{ accountsFromDevice: 9 }, 0, ''],
    [{ accountsFromDevice: 10 }, 30, 'Many accounts tried with this device'],
    [{ pace: 5 }, 10, 'Many sign-ins to this account at once'],
    [{ pace: 10 }, 20, 'Many sign-ins to this account at once'],
    [{ failures: 20, accountsFromAddress: 10, accountsFromDevice: 10, pace: 10 }, 100, undefined],
  ])('adds for the history %j: %i', (past, score, reason) => {
    const risk = riskOf({}, { ...calm, ...past });
    expect(risk.score).toBe(score);
    if (reason !== undefined) expect(risk.reasons.join()).toBe(reason);
  });

  it('ignores strangers for a known device, and never blocks by their attempts alone', () => {
    const past = {
      isBlocked: false,
      failures: 20,
      accountsFromAddress: 10,
      accountsFromDevice: 10,
      pace: 10,
    };
    expect(riskOf({}, past, true).score).toBe(0);
    expect(riskOf(undefined, past)).toMatchObject({ score: 100, mayBlock: false });
    const shy = readFingerprint(
      JSON.stringify({ canvas: '', webgl: '', screenResolution: '1920x1080', suspiciousActivity: [] }),
    );
    expect(riskOf(shy, past)).toMatchObject({ score: 100, mayBlock: false });
    expect(riskOf(readFingerprint('{"isBot":true}'), past)).toMatchObject({ score: 100, mayBlock: true });
  });

  it('stays within 0 and 100 and gives a reason exactly for risks above 0', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 2 }), fc.boolean(), fc.nat(), (json, isBlocked, failures) => {
        const { score, reasons } = riskOf(readFingerprint(json), { ...calm, isBlocked, failures });
        return score >= 0 && score <= 100 && reasons.length > 0 === score > 0;
      }),
    );
  });
});

describe('readFingerprint', () => {
  it('keeps only the device data that the screens show', () => {
    const device = readFingerprint(
      JSON.stringify({ platform: 'Linux', timezone: 'Asia/Kolkata', computerName: 'x' }),
    );
    expect(deviceInfoOf(device)).toEqual({ platform: 'Linux', timezone: 'Asia/Kolkata' });
  });
});
