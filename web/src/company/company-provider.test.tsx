import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany } from '../testing/samples.ts';
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
    expect(localStorage.getItem('selected_company')).toBe('2');
    expect(announced).toEqual([{ companyId: 1 }, { companyId: 2 }]);
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
    ['the company of the address', [1, 2, 3], '3', '2', 3],
    ['the stored choice', [1, 2, 3], null, '2', 2],
    ['company 1', [5, 1, 2], null, null, 1],
    ["the user's first without company 1", [7, 4], null, null, 7],
    ['not a company of another user', [2, 3], '9', '8', 2],
    ['not a word', [2, 1], 'all', '', 1],
  ] as const)('chooses %s', (_, ids, asked, stored, expected) => {
    expect(chooseCompany(ids, asked, stored)).toBe(expected);
  });
  it('is null for a user without a company', () => {
    expect(chooseCompany([], '1', '1')).toBeNull();
  });
});
