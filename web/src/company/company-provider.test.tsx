import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { endSession, startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany, sampleUser } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { CompanyProvider, chooseCompany, useSelectedCompany } from './company-provider.tsx';
import { WithCompany } from './with-company.tsx';

const announced: unknown[] = [];
const listen = (event: Event) => announced.push((event as CustomEvent).detail);

function Chooser() {
  const { choose } = useSelectedCompany();
  return (
    <>
      <WithCompany>{(company) => <p>selected {company.id}</p>}</WithCompany>
      <button type="button" onClick={() => choose(2)}>
        choose
      </button>
    </>
  );
}
const ui = (
  <CompanyProvider>
    <Chooser />
  </CompanyProvider>
);

afterEach(() => {
  endSession();
  window.removeEventListener('companyChanged', listen);
  announced.length = 0;
});

describe('CompanyProvider', () => {
  it('announces the company and keeps it in address and storage', async () => {
    window.addEventListener('companyChanged', listen);
    stubApi({ 'GET /companies': [sampleCompany(1), sampleCompany(2)] });
    const { router } = renderApp(ui, { route: '/individuals?selected=7&quality=high&cursor=c#part' });
    expect(await screen.findByText('selected 1')).toBeTruthy();
    await waitFor(() => expect(router.state.location.search).toContain('company=1'));
    expect(router.state.location.hash).toBe('#part');
    fireEvent.click(screen.getByText('choose'));
    expect(await screen.findByText('selected 2')).toBeTruthy();
    expect(router.state.location.search).toBe('?quality=high&company=2');
    expect(localStorage.getItem('selected_company_')).toBe('2');
    expect(announced).toEqual([{ companyId: 1 }, { companyId: 2 }]);
  });

  it('starts in the primary company, whatever another user of this browser has chosen', async () => {
    const primary = (id: number, companyId: number) => sampleUser({ id, companyId });
    stubApi({ 'GET /companies': [sampleCompany(1), sampleCompany(2), sampleCompany(3)] });
    startSession('t', primary(7, 3));
    const first = renderApp(ui);
    expect(await screen.findByText('selected 3')).toBeTruthy();
    fireEvent.click(screen.getByText('choose'));
    expect(await screen.findByText('selected 2')).toBeTruthy();
    first.unmount();
    startSession('u', primary(8, 3));
    renderApp(ui);
    expect(await screen.findByText('selected 3')).toBeTruthy();
  });

  it('shows the next step if there is no company', async () => {
    window.addEventListener('companyChanged', listen);
    stubApi({ 'GET /companies': [] });
    renderApp(ui);
    expect(await screen.findByText('No company yet')).toBeTruthy();
    expect(announced).toEqual([]);
  });
});

describe('chooseCompany', () => {
  it.each([
    ['the company of the address', [1, 2, 3], '3', '2', 1, 3],
    ['the stored choice', [1, 2, 3], null, '2', 3, 2],
    ['the primary company of the user', [1, 2, 3], null, null, 3, 3],
    ['company 1 for a user of all companies', [5, 1, 2], null, null, null, 1],
    ["the user's first without company 1", [7, 4], null, null, null, 7],
    ['not a company that the user has not', [2, 3], '9', '8', 7, 2],
    ['not a word', [2, 1], 'all', '', null, 1],
  ] as const)('chooses %s', (_, ids, asked, stored, primary, expected) => {
    expect(chooseCompany(ids, { asked, stored, primary })).toBe(expected);
  });
  it('is null for a user without a company', () => {
    expect(chooseCompany([], { asked: '1', stored: '1', primary: 1 })).toBeNull();
  });
});
