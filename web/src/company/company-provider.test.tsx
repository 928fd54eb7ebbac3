import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { sampleCompany } from '../testing/samples.ts';
import { stubApi } from '../testing/stub-api.ts';
import { CompanyProvider, useSelectedCompany } from './company-provider.tsx';
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
