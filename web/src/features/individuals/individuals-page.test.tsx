import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press, type } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { noDuplicates, sampleField, samplePerson, sampleProfile } from './testing/samples.ts';

const summary = { totalIndividuals: 48_213, crossLinked: 6918, avgCompleteness: 83, duplicatesFound: 412 };
const people = [samplePerson(48_213), samplePerson(48_188, { dataQualityScore: 64 })];
async function show(search = '', answers: object = {}, user = {}) {
  const view = await showScreen(
    `/individuals?company=1${search}`,
    {
      'GET /individuals/summary': summary,
      'GET /individuals': ({ url }: { url: URL }) =>
        url.searchParams.has('search')
          ? people
          : Response.json(people, {
              headers: { 'x-total-count': '48213', link: '</api/individuals?cursor=page2>; rel="next"' },
            }),
      'GET /individuals/48213': sampleProfile(48_213, [sampleField('name'), sampleField('pan')]),
      'GET /duplicates': noDuplicates,
      ...answers,
    },
    user,
  );
  const asked = (name: string) => view.sent('GET /individuals').at(-1)?.url.searchParams.get(name);
  return { ...view, asked, search: () => view.router.state.location.search };
}
const cardOf = async (label: string) => (await screen.findByText(label)).parentElement;

describe('Individual Profiles', () => {
  it('shows the figures from the summary, not from the page', async () => {
    await show();
    for (const [label, value] of [
      ['Total Individuals', '48,213'],
      ['Cross-Linked', '6,918'],
      ['Avg Completeness', '83%'],
      ['Duplicates Found', '412'],
    ] as const) {
      const card = await cardOf(label);
      await waitFor(() => expect(card?.textContent).toContain(value));
    }
    expect(screen.getByText('Select an Individual')).toBeTruthy();
    expect(screen.queryByText('Duplicate Detection')).toBeNull();
  });

  it('shows no figure if the links could not be requested', async () => {
    const unknown = { ...summary, crossLinked: null, duplicatesFound: null };
    await show('', { 'GET /individuals/summary': unknown });
    for (const label of ['Cross-Linked', 'Duplicates Found']) {
      const card = await cardOf(label);
      await waitFor(() => expect(card?.textContent).toMatch(`${label}–`));
    }
  });

  it('requests the newest first, filters and searches by the address, and returns to page one', async () => {
    const { asked, search } = await show('&cursor=page9');
    await screen.findByText('IND_48213');
    expect([asked('sort'), asked('cursor')]).toEqual(['-updatedAt', 'page9']);
    await type('Search individuals...', 'ind_48');
    await waitFor(() => expect(search()).toContain('search=ind_48'));
    expect(search()).not.toContain('cursor');
    await waitFor(() => expect(asked('search')).toBe('ind_48'));
    expect(asked('companyId')).toBe('1');
  });

  it('reads on in a search until its page is full or all master keys are compared', async () => {
    const parts: Record<string, [object[], string | null]> = {
      first: [[], 'k2'],
      k2: [people, 'k3'],
      k3: [[], null],
    };
    const { sent } = await show('&search=9c1f4', {
      'GET /individuals': ({ url }: { url: URL }) => {
        const [rows, next] = parts[url.searchParams.get('cursor') ?? 'first'] ?? [[], null];
        if (next === null) return rows;
        return Response.json(rows, { headers: { link: `</api/individuals?cursor=${next}>; rel="next"` } });
      },
    });
    expect(await screen.findByText('IND_48213')).toBeTruthy();
    expect(sent('GET /individuals').map(({ url }) => url.searchParams.get('cursor'))).toEqual([
      null,
      'k2',
      'k3',
    ]);
  });

  it('asks before it searches on after ten calls without a match', async () => {
    const { sent } = await show('&search=48', {
      'GET /individuals': ({ url }: { url: URL }) => {
        const next = Number(url.searchParams.get('cursor') ?? 0) + 1;
        if (next > 10) return [samplePerson(48_213)];
        return Response.json([], { headers: { link: `</api/individuals?cursor=${next}>; rel="next"` } });
      },
    });
    expect(await screen.findByText('No match so far')).toBeTruthy();
    expect(sent('GET /individuals')).toHaveLength(10);
    await press('Search on');
    expect(await screen.findByText('IND_48213')).toBeTruthy();
  });

  it('clears quality and sort at a search, and offers neither during it', async () => {
    const { sent, search } = await show('&quality=high&sort=quality');
    await screen.findByText('IND_48213');
    expect(screen.getByRole('button', { name: 'Data Quality' })).toBeTruthy();
    await type('Search individuals...', '48');
    await waitFor(() => expect(search()).toBe('?company=1&search=48'));
    const last = () => sent('GET /individuals').at(-1)?.url.search;
    await waitFor(() => expect(last()).toBe('?companyId=1&search=48&limit=50'));
    expect(screen.queryByRole('button', { name: 'Data Quality' })).toBeNull();
    const filter = screen.getByRole('button', { name: 'Filter' });
    expect(filter.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(filter);
    expect(screen.queryByRole('menuitemradio')).toBeNull();
  });

  it('filters by quality band through Filter, and sorts on the server', async () => {
    const { asked, search } = await show();
    await press('Filter');
    fireEvent.click(await screen.findByText('Medium (70-89)'));
    await waitFor(() => expect(asked('quality')).toBe('medium'));
    await press(/remove this filter/);
    await waitFor(() => expect(search()).not.toContain('quality'));
    await press(/Last Updated/);
    await waitFor(() => expect(asked('sort')).toBe('updatedAt'));
  });

  it('asks for masks only in chosen columns, remembers these, and has them in a file', async () => {
    const marks = { phone: 'XXXXX43210', source: 'branch' as const };
    const answers = { 'GET /individuals': [samplePerson(48_213, { marks })], 'GET /individuals/export': [] };
    const { asked, unmount } = await show('', answers);
    await screen.findByText('IND_48213');
    expect(asked('include')).toBeNull();
    await press('Columns');
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Phone (last five)' }));
    expect(await screen.findByText('XXXXX43210')).toBeTruthy();
    expect(asked('include')).toBe('phone');
    unmount();
    const { sent } = await show('', answers);
    expect(await screen.findByText('XXXXX43210')).toBeTruthy();
    await press('Export');
    const file = () => sent('GET /individuals/export').at(-1)?.url.searchParams.get('include');
    await waitFor(() => expect(file()).toBe('phone'));
  });

  it('filters by consent, minors and links in the order of ids', async () => {
    const { asked, search } = await show('&sort=quality&consent=kyc&state=withdrawn');
    await screen.findByText('IND_48213');
    expect([asked('consentPurpose'), asked('consentState'), asked('sort')]).toEqual([
      'kyc',
      'withdrawn',
      null,
    ]);
    await press('Minors');
    await waitFor(() => expect(asked('channel')).toBe('guardian'));
    await press('Linked');
    await waitFor(() => expect(asked('linked')).toBe('true'));
    await press('Clear filter Consent');
    await waitFor(() => expect(search()).not.toContain('consent'));
  });

  it('pages forward by the cursor of the answer, and back', async () => {
    const { asked, search } = await show();
    await screen.findByText('1–2 of 48,213');
    await press('Next page');
    await waitFor(() => expect(asked('cursor')).toBe('page2'));
    await screen.findByText('51–52 of 48,213');
    await press('Previous page');
    await waitFor(() => expect(search()).not.toContain('cursor'));
  });

  it('keeps the selection in the address and shows the profile next to the list', async () => {
    const { search } = await show();
    fireEvent.click(await screen.findByText('IND_48213'));
    await waitFor(() => expect(search()).toContain('selected=48213'));
    const panel = within(screen.getByRole('complementary', { name: 'Selected individual' }));
    await panel.findByText('Asha Bank', { selector: 'h3' });
    fireEvent.click(panel.getByRole('button', { name: 'Close profile' }));
    await screen.findByText('Select an Individual');
  });

  it('fills the page with open=1', async () => {
    await show('&selected=48213&open=1');
    expect(await screen.findByRole('heading', { level: 1, name: 'IND_48213' })).toBeTruthy();
    expect(screen.queryByText('Individual Records')).toBeNull();
  });

  it('lists duplicates with a link to their evidence', async () => {
    await show('', { 'GET /duplicates': exampleOf('GET /duplicates') });
    for (const text of ['Duplicate Detection', 'Within Company', 'Cross-Company'])
      expect(await screen.findByText(text)).toBeTruthy();
    const links = screen
      .getAllByRole('link', { name: 'See evidence' })
      .map((link) => link.getAttribute('href'));
    expect(links).toEqual([expect.stringContaining('=6'), expect.stringContaining('=7')]);
  });

  it('shows external ids next to duplicates of the own company once a purpose is stated', async () => {
    const pair = { similarity: null, grade: 'strong', entryIds: [7] };
    const crossCompany = [{ ...pair, individualIds: [7, 8], companyIds: [1, 2] }];
    const counts = { withinCompany: 0, crossCompany: 1 };
    const { sent } = await show('', {
      'GET /duplicates': { ...noDuplicates, crossCompany, counts },
      'GET /individuals': [{ ...samplePerson(7), externalIds: [{ companyId: 1, externalId: 'CUST-7' }] }],
    });
    await screen.findByText('Duplicate Detection');
    await press(/^External IDs/);
    await type('What are they needed for?', 'kyc');
    await press('Show');
    expect(await screen.findByText(/CUST-7/)).toBeTruthy();
    const asked = sent('GET /individuals').map(({ url }) => url.searchParams.get('ids'));
    expect(asked.filter((ids) => ids !== null)).toEqual(['7']);
  });

  it('does not say that there is none where pairs are counted but not listed', async () => {
    const counts = { withinCompany: 0, crossCompany: 865 };
    await show('', { 'GET /duplicates': { ...noDuplicates, counts } });
    expect(await screen.findByText(/^865 pairs with companies whose people you may not see/)).toBeTruthy();
    expect(screen.queryByText('None across companies')).toBeNull();
    expect(screen.getByText('None within this company')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See them in Data Lineage' })).toBeTruthy();
  });

  it('shows the next step in an empty company, and an empty result of a filter', async () => {
    const { unmount } = await show('', { 'GET /individuals': [] });
    const step = await screen.findByRole('link', { name: 'Import people' });
    expect(step.getAttribute('href')).toBe('/imports?company=1&new=1');
    unmount();
    const { search } = await show('&quality=low', { 'GET /individuals': [] });
    await press('Clear filters');
    await waitFor(() => expect(search()).not.toContain('quality'));
  });

  it('offers no writing, revealing or lineage to readers', async () => {
    const { sent } = await show('&selected=48213', {}, { permissions: ['pii:read'] });
    await screen.findByText('PAN');
    for (const text of ['Add PII', 'Import', 'Reveal', 'Reveal all'])
      expect(screen.queryByText(text)).toBeNull();
    for (const key of ['GET /duplicates', 'GET /audit-trail']) expect(sent(key)).toHaveLength(0);
  });
});
