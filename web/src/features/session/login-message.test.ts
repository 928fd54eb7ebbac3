import { Problem } from '@pii-vault/contract/problem';
import { describe, expect, it } from 'vitest';
import { riskScore } from './device-fingerprint.ts';
import { loginMessage } from './login-message.ts';

const problem = (status: number, body: object) => new Problem(status, JSON.stringify(body));

describe('loginMessage', () => {
  it.each([
    [new TypeError('fetch failed'), 'Network error. Please try again.'],
    [problem(401, { message: 'Invalid email or password' }), 'Invalid email or password'],
    [problem(400, {}), 'Login failed'],
    [problem(403, {}), 'Access blocked due to security concerns'],
    [problem(403, { message: 'No', reasons: ['bot', 'new device'] }), 'No: bot, new device'],
    [problem(429, {}), 'Additional verification required. Please try again or contact support'],
    [
      problem(429, { reason: 'LOGIN_SLOWED', message: 'Try again in a few seconds.' }),
      'Try again in a few seconds.',
    ],
    [problem(503, { error: 'Service Unavailable', message: 'Later' }), 'Service Unavailable - Later'],
  ])('%s', (error, text) => {
    expect(loginMessage(error)).toBe(text);
  });
});

describe('riskScore', () => {
  const clean = {
    isBot: false,
    suspiciousActivity: [],
    canvas: 'open',
    webgl: 'open',
    screenResolution: '1440x900',
  } as const;
  it('is computed as in section 5', () => {
    expect(riskScore(clean)).toBe(0);
    expect(riskScore({ ...clean, isBot: true })).toBe(50);
    expect(riskScore({ ...clean, suspiciousActivity: ['a', 'b'] })).toBe(40);
    expect(riskScore({ ...clean, canvas: 'blocked', webgl: 'blocked' })).toBe(20);
    expect(riskScore({ ...clean, screenResolution: '1366x768' })).toBe(5);
  });
});
