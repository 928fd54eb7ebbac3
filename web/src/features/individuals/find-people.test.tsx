import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, pressIn, type } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

const PHONE = '9811122233';
const SEARCH = 'POST /pii-search';
const BUDGET = 'GET /reveal-budget';
const hit = { individualId: 48213, companyId: 1, masterKey: '7f3c0000-0000-4000-8000-00000000b41e' };
const open = (answers: Record<string, unknown> = {}, user = {}) =>
  showScreen('/individuals?company=1&find=1', answers, user);
async function find(value: string, purpose: string) {
  await type('Value', value);
  await type('What is it needed for?', purpose);
  await pressIn('Find');
}

describe('a search by value', () => {
  it('requires a value and a purpose', async () => {
    const { sent } = await open();
    await find('', 'Know your customer!');
    for (const text of ['A value is required', 'A purpose has 1 to 50 of a-z, 0-9, _ and -'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent(SEARCH)).toHaveLength(0);
  });

  it('links to the found people, shows their number, and keeps no value', async () => {
    const { router, queryClient, sent } = await open({ [SEARCH]: { results: [hit] } });
    const { limit, used } = exampleOf(BUDGET).searches;
    await screen.findByText(new RegExp(`^You have ${limit - used} of ${limit} searches left until`));
    await find(PHONE, 'kyc');
    const link = await within(await opened()).findByRole('link', { name: 'IND_48213' });
    expect(link.getAttribute('href')).toBe('/individuals?company=1&selected=48213');
    const body = { companyId: 1, fieldType: 'phone', value: PHONE, purpose: 'kyc' };
    expect(sent(SEARCH)[0]?.body).toEqual(body);
    await waitFor(() => expect(sent(BUDGET)).toHaveLength(2));
    const kept = [...queryClient.getQueryCache().getAll(), ...queryClient.getMutationCache().getAll()];
    expect(JSON.stringify(kept.map(({ state }) => state))).not.toContain(PHONE);
    expect(JSON.stringify(router.state.location)).not.toContain(PHONE);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(PHONE);
  });

  it.each([
    ['an empty result', { results: [] }, /^Nobody was found. Either nobody holds this value/],
    ['SEARCH_BUDGET', problem(429, { reason: 'SEARCH_BUDGET' }), /^Too many searches in a minute/],
    [
      'SEARCH_BUDGET_SPENT',
      problem(429, { reason: 'SEARCH_BUDGET_SPENT' }),
      /^Your searches of today are used up/,
    ],
    ['another refusal', problem(403, { message: 'The company is suspended' }), /^The company is suspended/],
  ])('explains %s', async (_, answer, text) => {
    await open({ [SEARCH]: answer });
    await find(PHONE, 'kyc');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is neither offered nor opened without the permission', async () => {
    await open({}, { role: 'analytics', permissions: ['pii:read'] });
    expect(await screen.findByText(/needs the permission “Reveal personal data”/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Find by value' })).toBeNull();
  });
});
