import { describe, expect, it } from 'vitest';
import { lastAnswer, mayReplay, shortAddress } from './webhook.ts';

describe('the last answer of a receiver', () => {
  it('is its status, else why there was none, else nothing yet', () => {
    expect(lastAnswer({ lastStatus: 503, lastError: 'STATUS' })).toEqual({ status: 503 });
    expect(lastAnswer({ lastStatus: null, lastError: 'TIMEOUT' })).toEqual({ error: 'TIMEOUT' });
    expect(lastAnswer({ lastStatus: null, lastError: 'NEW_KIND' })).toEqual({ error: 'other' });
    expect(lastAnswer({ lastStatus: null, lastError: null })).toBeNull();
  });
});

it('only a delivery that is not waiting can be sent once more', () => {
  expect(mayReplay({ status: 'pending' })).toBe(false);
  expect(mayReplay({ status: 'delivered' })).toBe(true);
  expect(mayReplay({ status: 'dead' })).toBe(true);
});

it('an address is shown by host and path', () => {
  expect(shortAddress('https://partner.example.com/pii-vault?token=1')).toBe('partner.example.com/pii-vault');
  expect(shortAddress('https://partner.example.com/')).toBe('partner.example.com');
  expect(shortAddress('not an address')).toBe('not an address');
});
