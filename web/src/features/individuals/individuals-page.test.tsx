import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../testing/samples.ts';
import { csvFile, watchSavedFiles } from '../../testing/saved-files.ts';
import { type ApiCall, stubApi } from '../../testing/stub-api.ts';
import { IndividualsPage } from './pages/individuals-page.tsx';
import { noDuplicates, sampleField, samplePerson, sampleProfile } from './testing/samples.ts';

const summary = { totalIndividuals: 48_213, crossLinked: 6918, avgCompleteness: 83, duplicatesFound: 412 };
const people = [
  samplePerson(48_213, { linkedCompaniesCount: 3 }),
  samplePerson(48_188, { dataQualityScore: 64 }),
];
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /individuals/summary': summary,
  'GET /individuals': () =>
    Response.json(people, {
      headers: { 'x-total-count': '48213', link: '</api/individuals?cursor=page2>; rel="next"' },
    }),
  'GET /individuals/48213': sampleProfile(48_213, [sampleField('name'), sampleField('pan')]),
  'GET /duplicates': noDuplicates,
  'GET /audit-trail': [],
};
const all = ['pii:read', 'pii:write', 'pii:reveal', 'lineage:read', 'audit:read'] as const;

beforeAll(() => loadTexts('individuals'));
beforeEach(() => startSession('t', sampleUser({ permissions: [...all] })));

const show = (route = '/individuals?company=1') =>
  renderApp(
    <CompanyProvider>
      <IndividualsPage />
    </CompanyProvider>,
    { route },
  );
const lastList = (calls: readonly ApiCall[]) =>
  calls.findLast((call) => call.key === 'GET /individuals')?.url;

describe('IndividualsPage', () => {
  it('shows the figures from the summary, not from the page', async () => {
    stubApi(answers);
    show();
    for (const [label, value] of [
      ['Total Individuals', '48,213'],
      ['Cross-Linked', '6,918'],
      ['Avg Completeness', '83%'],
      ['Duplicates Found', '412'],
    ]) {
      const card = (await screen.findByText(String(label))).parentElement;
      await waitFor(() => expect(card?.textContent).toContain(value));
    }
    expect(screen.getByText('Select an Individual')).toBeTruthy();
    expect(screen.queryByText('Duplicate Detection')).toBeNull();
  });

  it('requests the newest first, filters and searches by the address, and returns to page one', async () => {
    const calls = stubApi(answers);
    const { router } = show('/individuals?company=1&cursor=page9');
    await screen.findByText('IND_48213');
    expect(lastList(calls)?.searchParams.get('sort')).toBe('-updatedAt');
    expect(lastList(calls)?.searchParams.get('cursor')).toBe('page9');
    fireEvent.change(screen.getByLabelText('Search individuals...'), { target: { value: 'ind_48' } });
    await waitFor(() => expect(router.state.location.search).toContain('search=ind_48'));
    expect(router.state.location.search).not.toContain('cursor');
    await waitFor(() => expect(lastList(calls)?.searchParams.get('search')).toBe('ind_48'));
    expect(lastList(calls)?.searchParams.get('companyId')).toBe('1');
  });

  it('clears quality and sort at a search, and offers neither during it', async () => {
    const calls = stubApi(answers);
    const { router } = show('/individuals?company=1&quality=high&sort=quality');
    await screen.findByText('IND_48213');
    expect(screen.getByRole('button', { name: 'Data Quality' })).toBeTruthy();
    fireEvent.change(screen.getByLabelText('Search individuals...'), { target: { value: '48' } });
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&search=48'));
    await waitFor(() => expect(lastList(calls)?.search).toBe('?companyId=1&search=48&limit=50'));
    expect(screen.queryByRole('button', { name: 'Data Quality' })).toBeNull();
    const filter = screen.getByRole('button', { name: 'Filter' });
    expect(filter.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(filter);
    expect(screen.queryByRole('menuitemradio')).toBeNull();
  });

  it('saves the filtered list as the file of the API', async () => {
    const saved = watchSavedFiles();
    const calls = stubApi({ ...answers, 'GET /individuals/export': csvFile('individuals.csv') });
    show('/individuals?company=1&quality=high');
    fireEvent.click(await screen.findByRole('button', { name: 'Export' }));
    expect(await screen.findByText('Saved as individuals.csv')).toBeTruthy();
    expect(saved).toEqual(['individuals.csv']);
    const asked = calls.find((call) => call.key === 'GET /individuals/export');
    expect(asked?.url.search).toBe('?companyId=1&quality=high&sort=-updatedAt&format=csv');
  });

  it('shows no figure if the links could not be requested', async () => {
    const unknown = { ...summary, crossLinked: null, duplicatesFound: null };
    stubApi({ ...answers, 'GET /individuals/summary': unknown });
    show();
    for (const label of ['Cross-Linked', 'Duplicates Found']) {
      const card = (await screen.findByText(label)).parentElement;
      await waitFor(() => expect(card?.textContent).toMatch(`${label}–`));
    }
  });

  it('filters by quality band through Filter', async () => {
    const calls = stubApi(answers);
    const { router } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Filter' }));
    fireEvent.click(await screen.findByText('Medium (70-89)'));
    await waitFor(() => expect(lastList(calls)?.searchParams.get('quality')).toBe('medium'));
    fireEvent.click(await screen.findByRole('button', { name: /remove this filter/ }));
    await waitFor(() => expect(router.state.location.search).not.toContain('quality'));
  });

  it('pages forward by the cursor of the answer, and back', async () => {
    const calls = stubApi(answers);
    const { router } = show();
    await screen.findByText('1–2 of 48,213');
    fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
    await waitFor(() => expect(lastList(calls)?.searchParams.get('cursor')).toBe('page2'));
    await screen.findByText('51–52 of 48,213');
    fireEvent.click(screen.getByRole('button', { name: 'Previous page' }));
    await waitFor(() => expect(router.state.location.search).not.toContain('cursor'));
  });

  it('sorts on the server; a click on a column replaces newest first', async () => {
    const calls = stubApi(answers);
    show();
    await screen.findByText('IND_48213');
    fireEvent.click(screen.getByRole('button', { name: /Last Updated/ }));
    await waitFor(() => expect(lastList(calls)?.searchParams.get('sort')).toBe('updatedAt'));
  });

  it('keeps the selection in the address and shows the profile next to the list', async () => {
    stubApi(answers);
    const { router } = show();
    fireEvent.click(await screen.findByText('IND_48213'));
    await waitFor(() => expect(router.state.location.search).toContain('selected=48213'));
    const panel = screen.getByRole('complementary', { name: 'Selected individual' });
    await within(panel).findByText('Asha Bank', { selector: 'h3' });
    fireEvent.click(within(panel).getByRole('button', { name: 'Close profile' }));
    await screen.findByText('Select an Individual');
  });

  it('opens from the keyboard', async () => {
    stubApi(answers);
    const { router } = show();
    const row = (await screen.findByText('IND_48213')).closest('tr');
    if (!row) throw new Error('no row');
    fireEvent.keyDown(row, { key: 'ArrowDown' });
    const second = screen.getByText('IND_48188').closest('tr');
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second ?? row, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.search).toContain('selected=48188'));
  });

  it('fills the page with open=1', async () => {
    stubApi(answers);
    show('/individuals?company=1&selected=48213&open=1');
    expect(await screen.findByRole('heading', { level: 1, name: 'IND_48213' })).toBeTruthy();
    expect(screen.queryByText('Individual Records')).toBeNull();
  });

  it('lists duplicates with a link to their evidence', async () => {
    const found = {
      withinCompany: [
        {
          individualIds: [48_213, 48_377],
          similarity: 97.5,
          grade: null,
          isVerified: false,
          duplicateFields: ['pan'],
          entryIds: [6],
        },
      ],
      crossCompany: [],
      counts: { withinCompany: 1, crossCompany: 0 },
    };
    stubApi({ ...answers, 'GET /duplicates': found });
    show();
    expect(await screen.findByText('Duplicate Detection')).toBeTruthy();
    expect(screen.getByText('Within Company')).toBeTruthy();
    expect(screen.getByText('Cross-Company')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See evidence' }).getAttribute('href')).toContain('=6');
  });

  it('does not say that there is none where pairs are counted but not listed', async () => {
    const counted = { withinCompany: [], crossCompany: [], counts: { withinCompany: 0, crossCompany: 865 } };
    stubApi({ ...answers, 'GET /duplicates': counted });
    show();
    expect(await screen.findByText(/^865 pairs with companies whose people you may not see/)).toBeTruthy();
    expect(screen.queryByText('None across companies')).toBeNull();
    expect(screen.getByText('None within this company')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See them in Data Lineage' })).toBeTruthy();
  });

  it('shows the next step in an empty company, and an empty result of a filter', async () => {
    stubApi({ ...answers, 'GET /individuals': [] });
    const { unmount } = show();
    expect((await screen.findByRole('link', { name: 'Import people' })).getAttribute('href')).toBe(
      '/imports?company=1&new=1',
    );
    unmount();
    const { router } = show('/individuals?company=1&quality=low');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(router.state.location.search).not.toContain('quality'));
  });

  it('offers no writing, revealing or lineage to readers', async () => {
    startSession('t', sampleUser({ permissions: ['pii:read'] }));
    const calls = stubApi(answers);
    show('/individuals?company=1&selected=48213');
    await screen.findByText('PAN');
    expect(screen.queryByText('Add PII')).toBeNull();
    expect(screen.queryByText('Import')).toBeNull();
    expect(screen.queryByText('Reveal')).toBeNull();
    expect(screen.queryByText('Reveal all')).toBeNull();
    expect(calls.some((call) => call.key === 'GET /duplicates' || call.key === 'GET /audit-trail')).toBe(
      false,
    );
  });
});
