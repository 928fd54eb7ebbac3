import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, press, pressIn, type, versionOf } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { sampleCompany } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { type ApiCall, problem } from '../../testing/stub-api.ts';

const full = sampleCompany(1, { name: 'Asha Bank', individuals: 3 });
const empty = sampleCompany(2, { name: 'Bodhi Health' });
const show = (search: string, answers: object = {}, user = {}) =>
  showScreen(
    `/companies${search}`,
    { 'GET /companies': [full, empty], 'GET /link-agreements': [], ...answers },
    user,
  );

describe('deleting a company', () => {
  it('requires that it has no people: shows their number and a link to them', async () => {
    await show('?delete=1');
    expect(await screen.findByText('It holds 3 people: erase each of them first.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete company' })).toMatchObject({ disabled: true });
    const people = screen.getByRole('link', { name: 'Show its people' });
    expect(people.getAttribute('href')).toBe('/individuals?company=1');
  });

  it('sends the version that was read, and shows a refusal', async () => {
    const message = 'This company still has 1 imports; delete them first';
    const refused = () => problem(409, { reason: 'COMPANY_NOT_EMPTY', message });
    const { sent } = await show('?delete=2', { 'DELETE /companies/2': refused });
    expect(await screen.findByText('It holds no people.')).toBeTruthy();
    await pressIn('Delete company');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(sent('DELETE /companies/2').map(versionOf)).toEqual(['"1"']);
  });

  it('is not offered to an administrator of one company', async () => {
    await show('', {}, { role: 'admin', permissions: ['company:manage'] });
    expect(await screen.findByRole('button', { name: 'Edit Asha Bank' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Delete Asha Bank' })).toBeNull();
  });
});

describe('a company that another user has changed', () => {
  const changed = { ...full, name: 'Asha Bank Ltd', tier: 'finance', version: 2 };
  /** Responds like the service, which refuses a change of an outdated version. */
  function showChanged(search: string, key: string) {
    let rows = [full, empty];
    return show(search, {
      'GET /companies': () => rows,
      [key]: (call: ApiCall) => {
        rows = [changed, empty] as typeof rows;
        return versionOf(call) === '"2"' ? changed : problem(412, { reason: 'STALE', message: 'Changed' });
      },
    });
  }

  it('is not overwritten: Reload shows the current values and keeps the input', async () => {
    const { sent } = await showChanged('?edit=1', 'PUT /companies/1');
    await type('Company Code', 'ASHA');
    await pressIn('Save');
    expect(await screen.findByText(/^Another user changed this after you opened it/)).toBeTruthy();
    await pressIn('Reload');
    const textIn = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
    await waitFor(() => expect(textIn('Company Name')).toBe('Asha Bank Ltd'));
    expect(textIn('Company Code')).toBe('ASHA');
    await pressIn('Save');
    expect(await screen.findByText('Company saved')).toBeTruthy();
    const puts = sent('PUT /companies/1');
    expect(puts.map(versionOf)).toEqual(['"1"', '"2"']);
    expect(puts[1]?.body).toEqual({ code: 'ASHA' });
  });

  it('keeps its status until it is reloaded', async () => {
    const { sent } = await showChanged('?change=1', 'POST /companies/1/status');
    fireEvent.click(await screen.findByRole('radio', { name: /^Suspended/ }));
    for (const name of ['Suspend company', 'Reload', 'Suspend company']) await pressIn(name);
    await waitFor(() => expect(sent('POST /companies/1/status').map(versionOf)).toEqual(['"1"', '"2"']));
  });
});

const agreement = {
  ...exampleRow('GET /link-agreements'),
  ...{ companyName: 'Asha Bank', otherCompanyName: 'Bodhi Health', purpose: 'kyc', includeAadhaar: true },
  ...{ status: 'pending', isLive: false, startsAt: null, includesHealthData: false },
};
const LIST = 'GET /link-agreements';

describe('a link agreement, for an administrator of one company', () => {
  const adminOf = (id: number) => ({
    role: 'admin' as const,
    permissions: ['company:manage' as const],
    companies: [{ id, name: 'x', role: 'admin' as const, permissions: ['company:manage' as const] }],
  });

  it('is found on all pages', async () => {
    const link = '</api/link-agreements?cursor=more>; rel="next"';
    const answer = ({ url }: { url: URL }) =>
      url.searchParams.has('cursor')
        ? [{ ...agreement, status: 'accepted', isLive: true }]
        : Response.json([{ ...agreement, id: 5, status: 'ended' }], { headers: { link } });
    await show('', { [LIST]: answer }, adminOf(1));
    expect(await screen.findByText('In force')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'End' })).toBeTruthy();
  });

  it.each([
    ['that proposed waits', 1, false],
    ['that received the request can accept', 2, true],
  ])('of the side %s', async (_, id, mayAccept) => {
    await show('', { 'GET /companies': [id === 1 ? full : empty], [LIST]: [agreement] }, adminOf(id));
    await screen.findByText('Waits for the other side');
    expect(screen.queryByRole('button', { name: 'Accept' }) !== null).toBe(mayAccept);
  });

  it.each(['the top', 'the empty list'])('opens the dialog for any two companies from %s', async (place) => {
    const { router } = await show('?company=1', {}, adminOf(2));
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Link companies' })).toHaveLength(2));
    const buttons = screen.getAllByRole('button', { name: 'Link companies' });
    fireEvent.click(buttons[place === 'the top' ? 0 : 1] as HTMLElement);
    // Company 1 of the URL is not preselected, because the user may not link it.
    const form = within(await opened());
    expect(router.state.location.search).toBe('?company=1&link=any');
    const options = within(form.getByLabelText('Company')).getAllByRole('option');
    expect(options.map((option) => option.textContent)).toEqual(['Bodhi Health']);
  });
});

describe('Accept of a link agreement', () => {
  const ACCEPT = 'POST /link-agreements/4/accept';
  const ask = async (change: object, answers: object = {}) => {
    const { sent } = await show('', { [LIST]: [{ ...agreement, ...change }], ...answers });
    await press('Accept');
    return { sent, text: (await opened()).textContent };
  };

  it.each([
    [{ endsAt: '2027-03-31T12:00:00.000Z' }, /BeginsAs soon as you accept.*Ends31 Mar 2027,/],
    [{ startsAt: '2999-01-01T12:00:00.000Z' }, /Begins1 Jan 2999,.*EndsWhen one of the two companies/],
  ])(
    'first states what the companies will see, for which purpose and until when: %o',
    async (change, time) => {
      const { sent, text } = await ask(change);
      expect(text).toContain('Asha Bank and Bodhi Health then both see which of their people');
      expect(text).toContain('an equal identifier, or by names that agree together with dates or addresses.');
      expect(text).toMatch(/Purpose.*KYC.*AadhaarCompared.*Health dataLeft out.*15 minutes/);
      expect(text).toMatch(time);
      expect(sent(ACCEPT)).toHaveLength(0);
    },
  );

  it('stays open after a refusal, for another try', async () => {
    const refused = () => problem(503, { message: 'Tenancy does not answer' });
    const { sent } = await ask({}, { [ACCEPT]: refused });
    await pressIn('Accept agreement');
    expect(await screen.findByText('Tenancy does not answer')).toBeTruthy();
    await pressIn('Accept agreement');
    await waitFor(() => expect(sent(ACCEPT)).toHaveLength(2));
  });
});
