import { expect, it, vi } from 'vitest';
import { makePasskey, takePasskey } from './passkey.ts';

vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: async ({ optionsJSON }: { optionsJSON: object }) => ({
    id: 'made',
    response: optionsJSON,
  }),
  startAuthentication: async ({ optionsJSON }: { optionsJSON: object }) => ({
    id: 'taken',
    response: optionsJSON,
  }),
}));

const creation = { challenge: 'c', rp: { name: 'PII Vault' }, user: { id: 'u' }, pubKeyCredParams: [] };

it('passes the options of the server to the browser', async () => {
  expect(await makePasskey(creation)).toEqual({ id: 'made', response: creation });
  expect(await takePasskey({ challenge: 'c' })).toEqual({ id: 'taken', response: { challenge: 'c' } });
});

it.each(Object.keys(creation))('refuses options without %s', async (member) => {
  const rest = Object.fromEntries(Object.entries(creation).filter(([name]) => name !== member));
  await expect(makePasskey(rest)).rejects.toThrow('no options to make a passkey');
});

it('refuses a request without a challenge', async () => {
  await expect(takePasskey({})).rejects.toThrow('no options to ask for a passkey');
});
