import { testCtx } from '@pii-vault/platform/testing/test-ctx';
import { UnsecuredJWT } from 'jose';
import { expect, it, vi } from 'vitest';
import { createInternalTokens, type ExchangeClient } from './internal-tokens.ts';

const CREDENTIAL = { bearer: 'b', contextCookie: '' };
const OTHER = { bearer: 'other', contextCookie: '' };

/** Tokens of a cache of `max` entries, and how often identity exchanged a credential. */
function cacheOf(max: number) {
  const exchangeCredential = vi.fn<ExchangeClient['exchangeCredential']>(async () => ({
    token: new UnsecuredJWT({ sid: 's', co: {} }).setSubject('7').setExpirationTime('60s').encode(),
    sessionId: 's',
    clientId: '',
    primaryCompanyId: undefined,
    roleVersion: 1,
    expiresAt: undefined,
    userId: 7,
    isSuperAdmin: false,
    companyIds: [],
  }));
  const tokens = createInternalTokens({ exchangeCredential }, () => testCtx(null), Date.now, max);
  const get = (credential: typeof CREDENTIAL, company: number) =>
    tokens.get(credential, { company, isPassive: false, needsProof: false });
  return { tokens, get, exchanges: () => exchangeCredential.mock.calls.length };
}

it('asks identity once for each company of a credential', async () => {
  const { get, exchanges } = cacheOf(10);
  for (const company of [1, 2, 1, 2]) await get(CREDENTIAL, company);
  expect(exchanges()).toBe(2);
});

it('drops the tokens of all companies, also after one of them was evicted', async () => {
  const { tokens, get, exchanges } = cacheOf(2);
  await get(CREDENTIAL, 1);
  await get(CREDENTIAL, 2);
  await get(OTHER, 1);
  tokens.drop(CREDENTIAL);
  await get(CREDENTIAL, 2);
  expect(exchanges()).toBe(4);
});

it('evicts the token that was used least recently', async () => {
  const { get, exchanges } = cacheOf(2);
  await get(CREDENTIAL, 1);
  await get(CREDENTIAL, 2);
  await get(CREDENTIAL, 1);
  await get(OTHER, 1);
  await get(CREDENTIAL, 1);
  expect(exchanges()).toBe(3);
});
