import { Problem } from '@pii-vault/contract/problem';
import { describe, expect, it } from 'vitest';
import { isTor, isVirtualMachine, riskScore } from './device-fingerprint.ts';
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

describe('heuristics of section 5', () => {
  it.each([
    ['ANGLE (VMware, SVGA3D; build: RELEASE)', true],
    ['VirtualBox Graphics Adapter', true],
    ['ANGLE (Microsoft, Microsoft Basic Render Driver)', true],
    ['Parallels using AMD Radeon', true],
    ['ANGLE (Intel, Intel(R) UHD Graphics 620)', false],
    // Software rendering alone does not show a virtual machine.
    ['Google SwiftShader', false],
    ['', false],
    [null, false],
  ])('the device %s is virtual: %s', (renderer, expected) => {
    expect(isVirtualMachine(renderer)).toBe(expected);
  });

  const tor = {
    userAgent: 'Mozilla/5.0 (Windows NT 10.0; rv:128.0) Gecko/20100101 Firefox/128.0',
    ...{ timezoneOffset: 0, width: 1400, height: 900, screenResolution: '1400x900' },
  };
  it.each([
    [{}, true],
    [{ userAgent: 'Mozilla/5.0 Chrome/128.0' }, false],
    [{ timezoneOffset: -330 }, false],
    [{ width: 1399 }, false],
    [{ height: 880, screenResolution: '1400x880' }, false],
    [{ screenResolution: '1920x1080' }, false],
    [{ width: 0, height: 0, screenResolution: '0x0' }, false],
  ])('Tor Browser with %j: %s', (change, expected) => {
    expect(isTor({ ...tor, ...change })).toBe(expected);
  });
});
