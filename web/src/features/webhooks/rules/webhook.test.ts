import { describe, expect, it } from 'vitest';
import { lastAnswer, replayOf, shortAddress, webhookState, webhookTone } from './webhook.ts';

describe('the last answer of a receiver', () => {
  it('is its status, or the reason for none, or nothing yet', () => {
    expect(lastAnswer({ lastStatus: 503, lastError: 'STATUS' })).toEqual({ status: 503 });
    expect(lastAnswer({ lastStatus: null, lastError: 'TIMEOUT' })).toEqual({ error: 'TIMEOUT' });
    expect(lastAnswer({ lastStatus: null, lastError: 'NEW_KIND' })).toEqual({ error: 'other' });
    expect(lastAnswer({ lastStatus: null, lastError: null })).toBeNull();
  });
});

it.each([
  ['dead', 10, 'active', 'again'],
  ['delivered', 1, 'paused', 'again'],
  ['pending', 2, 'active', 'now'],
  ['pending', 2, 'paused', null],
  ['pending', 0, 'active', null],
] as const)(
  'a %s delivery after %i attempts to a webhook that is %s: %s',
  (status, attempts, webhook, offer) => {
    expect(replayOf({ status, attempts }, { status: webhook })).toBe(offer);
  },
);

it.each([
  ['active', false, 'active', 'success'],
  ['active', true, 'failing', 'error'],
  ['paused', true, 'paused', 'neutral'],
] as const)('a webhook that is %s, and failing: %s, is shown as %s', (status, failing, state, tone) => {
  expect(webhookState({ status, failing })).toBe(state);
  expect(webhookTone[state]).toBe(tone);
});

it('an address is shown by host and path', () => {
  expect(shortAddress('https://partner.example.com/pii-vault?token=1')).toBe('partner.example.com/pii-vault');
  expect(shortAddress('https://partner.example.com/')).toBe('partner.example.com');
  expect(shortAddress('not an address')).toBe('not an address');
});
