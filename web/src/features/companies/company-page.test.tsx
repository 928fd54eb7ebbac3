import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press, pressIn, type } from '../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../testing/examples.ts';
import { sampleCompany } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';

const none = { name: '', email: '', phone: '' };
const profile = {
  ...exampleRow('GET /companies').profile,
  dataProtectionOfficer: none,
  isSignificant: true,
  regulators: ['rbi' as const],
};
const bank = sampleCompany(1, { name: 'Asha Bank', individuals: 58, profile });
const clinic = sampleCompany(2, { name: 'Bodhi Health', tier: 'healthcare' });
const setup = [
  { step: 'purposes', isDone: true },
  { step: 'administrators', isDone: false },
  { step: 'addresses', isDone: false },
];
const show = (path: string, answers: object = {}, user = {}) =>
  showScreen(
    path,
    {
      'GET /companies': [bank, clinic],
      'GET /waiting': { items: [], read: [], unread: [], setup },
      ...answers,
    },
    user,
  );
const section = async (name: string) =>
  within((await screen.findByRole('heading', { name, level: 2 })).closest('section') as HTMLElement);

describe('the page of a company', () => {
  it('is opened by a row of the directory', async () => {
    const { router } = await show('/companies?company=1');
    fireEvent.click((await screen.findByText('Bodhi Health')).closest('tr') as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe('/companies/2'));
  });

  it('has short sections, each with a link to the screen that changes it', async () => {
    await show('/companies/1?company=1');
    for (const [name, link, to] of [
      ['Regulations', 'Open Compliance', '/compliance?company=1'],
      ['People', 'Open Individual Profiles', '/individuals?company=1'],
      ['Purposes', 'Open purposes', '/purposes?company=1'],
      ['Retention', 'Change retention', '/purposes?company=1'],
      ['Limits', 'Change limits', '/limits?company=1'],
      ['Linking Agreements', 'Open agreements', '/companies?company=1'],
      ['Encryption Keys', 'Open Key Management', '/encryption-keys?company=1'],
      ['Users', 'Open User Management', '/users?company=1'],
    ] as const)
      expect((await section(name)).getByRole('link', { name: link }).getAttribute('href'), name).toBe(to);
    expect((await (await section('Retention')).findByText('365 days')).textContent).toBe('365 days');
    expect((await section('Purposes')).getByText('RBI')).toBeTruthy();
    expect(
      (await section('Regulations')).getByText(/The vault checks no rule of these regulators/),
    ).toBeTruthy();
    expect((await section('Profile')).getByText(/Latha Menon/)).toBeTruthy();
    expect((await section('Profile')).getByText('Not given yet')).toBeTruthy();
  });

  it('leaves out what the role may not change, and asks for none of it', async () => {
    const { sent } = await show('/companies/1?company=1', {}, { permissions: ['pii:read'] });
    expect(await section('People')).toBeTruthy();
    for (const name of ['Limits', 'Users', 'Purposes', 'Encryption Keys'])
      expect(screen.queryByRole('heading', { name })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Edit profile' })).toBeNull();
    for (const key of ['GET /users', 'GET /reveal-policy', 'GET /purposes', 'GET /encryption-keys'])
      expect(sent(key), key).toHaveLength(0);
  });

  it('edits the profile, and shows what is wrong at its field', async () => {
    const { sent } = await show('/companies/1?company=1', { 'PUT /companies/1': bank });
    await press('Edit profile');
    const email = (await screen.findAllByLabelText('Email'))[1] as HTMLElement;
    fireEvent.change(email, { target: { value: 'nobody' } });
    await pressIn('Save');
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    fireEvent.change(email, { target: { value: 'dpo@bank.example' } });
    await type('Address', 'Saral House');
    fireEvent.click(screen.getByLabelText('IRDAI'));
    await pressIn('Save');
    expect(await screen.findByText('Profile saved')).toBeTruthy();
    expect(sent('PUT /companies/1')[0]?.body).toEqual({
      profile: {
        ...profile,
        dataProtectionOfficer: { ...none, email: 'dpo@bank.example' },
        address: 'Saral House',
        regulators: ['rbi', 'irdai'],
      },
    });
  });

  it.each(['/companies/2', '/companies/2?company=1&profile=1'])('at %s selects its company', async (path) => {
    const { router } = await show(path);
    await waitFor(() => expect(router.state.location.search).toContain('company=2'));
    expect(router.state.location.pathname).toBe('/companies/2');
    expect(await screen.findByRole('heading', { name: 'Bodhi Health', level: 1, hidden: true })).toBeTruthy();
  });

  it('follows the company that is selected later', async () => {
    const { router } = await show('/companies/1?company=1');
    await screen.findByRole('heading', { name: 'Asha Bank', level: 1 });
    await router.navigate('/companies/1?company=2');
    await waitFor(() => expect(router.state.location.pathname).toBe('/companies/2'));
  });

  it('says that a company does not exist', async () => {
    await show('/companies/9?company=1');
    expect(await screen.findByText('No such company')).toBeTruthy();
  });
});

describe('the path of a new company', () => {
  const href = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href');

  it.each(['/companies/1?company=1', '/?company=1'])('is at %s, one link a step', async (path) => {
    await show(path);
    expect((await section('Set up the company')).getByText('1 of 3 done')).toBeTruthy();
    expect(href('Purposes – Done')).toBe('/purposes?new=1&company=1');
    expect(href('Add a user')).toBe('/users?new=1&newRole=admin&company=1');
    expect(href('Allow addresses')).toBe('/access-control?company=1');
  });

  it('is not shown once every step is done', async () => {
    const done = setup.map(({ step }) => ({ step, isDone: true }));
    const waiting = { ...exampleOf('GET /waiting'), setup: done };
    await show('/companies/1?company=1', { 'GET /waiting': waiting });
    await section('People');
    expect(screen.queryByText('Set up the company')).toBeNull();
  });
});
