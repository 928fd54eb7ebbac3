import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../company/company-provider.tsx';
import { Guard } from '../routing/guard.tsx';
import { startSession } from '../session/session-store.ts';
import { withExamples } from '../testing/examples.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany, sampleUser } from '../testing/samples.ts';
import { showScreen } from '../testing/screen.tsx';
import { stubApi } from '../testing/stub-api.ts';
import { Sidebar } from './shell/sidebar.tsx';

const admin = ['company:manage', 'pii:read', 'pii:write', 'users:manage'] as const;
const user = sampleUser({
  role: 'admin',
  companyId: 1,
  companies: [
    { id: 1, name: 'Asha Bank', role: 'admin', permissions: [...admin] },
    { id: 2, name: 'Bodhi Health', role: 'pii_view', permissions: ['pii:read'] },
  ],
  permissions: [...admin],
});

const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
};
beforeEach(() => {
  startSession('t', user);
  stubApi(withExamples(answers));
});
const show = (route: string, part: ReactNode) =>
  renderApp(<CompanyProvider>{part}</CompanyProvider>, { route });
const showCompanies = (search: string) => showScreen(`/companies${search}`, answers, user);

describe('a user who is an administrator of one company and a reader of another', () => {
  it('is offered in each company the actions of the role there', async () => {
    await showCompanies('?company=1');
    expect(await screen.findByRole('button', { name: 'Edit Asha Bank' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Bodhi Health' })).toBeNull();
  });

  it('proposes an agreement for the company that it manages', async () => {
    await showCompanies('?company=2&link=1');
    const dialog = within(await screen.findByRole('dialog'));
    const [own, other] = dialog.getAllByRole<HTMLSelectElement>('combobox');
    const offered = (select?: HTMLSelectElement) => [...(select?.options ?? [])].map(({ text }) => text);
    expect(offered(own)).toEqual(['Asha Bank']);
    expect(offered(other)).toEqual(['Asha Bank', 'Bodhi Health']);
  });

  it('sees the reason when an address opens a forbidden action', async () => {
    await showCompanies('?company=1&edit=2');
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.queryByRole('textbox')).toBeNull();
    expect(dialog.getByText(/PII View/)).toBeTruthy();
  });

  it.each([
    ['1', true],
    ['2', false],
  ])('can open the screens of company %s that require pii:write: %s', async (company, may) => {
    show(`/imports?company=${company}`, <Guard permission="pii:write">the screen</Guard>);
    await screen.findByText(may ? 'the screen' : /It needs the permission “/);
    expect(screen.queryByText('the screen') !== null).toBe(may);
  });

  it.each([
    ['1', true],
    ['2', false],
  ])('finds Imports in the sidebar of company %s: %s, and User Management in both', async (company, may) => {
    show(`/?company=${company}`, <Sidebar />);
    expect(await screen.findByRole('link', { name: 'User Management' })).toBeTruthy();
    expect(await screen.findByRole('link', { name: /Individual Profiles/ })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Imports' }) !== null).toBe(may);
  });
});
