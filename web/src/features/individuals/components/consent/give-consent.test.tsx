import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { press } from '../../../../testing/acts.ts';
import { showScreen } from '../../../../testing/screen.tsx';
import { problem } from '../../../../testing/stub-api.ts';
import { type BulkOutcome, runBulk, tally } from '../../rules/bulk-run.ts';
import { givenConsentSchema, sha256Of, toGiven } from '../../rules/given-consent.ts';
import { sampleField, samplePerson, sampleProfile } from '../../testing/samples.ts';

const GIVE = 'POST /consents';
const profile = sampleProfile(9, [sampleField('pan', { id: 91 })]);
const entry = { id: 1, companyId: 1, fieldTypes: [], recordedAt: '2026-11-05T08:00:00.000Z' };
const history = [
  { ...entry, kind: 'given', details: { purpose: 'marketing', date: '2026-11-01T08:00:00.000Z' } },
  { ...entry, id: 2, kind: 'withdrawn', details: { purpose: 'marketing', date: '2026-11-05T08:00:00.000Z' } },
];
const notice = { version: '2026-01', fieldTypes: ['pan'], publishedAt: '2026-01-01T00:00:00.000Z' };
const register = [{ id: 3, companyId: 1, purpose: 'marketing', notices: [notice] }];
const results = (status: string, reason?: string) => ({
  results: [{ individualId: 9, status, fieldTypes: [], ...(reason ? { reason } : {}) }],
});

const open = (answer: unknown) =>
  showScreen('/individuals?company=1&selected=9&open=1', {
    'GET /individuals/9': profile,
    'GET /individuals/9/consents': history,
    'GET /purposes': register,
    [GIVE]: answer,
  });

async function fill() {
  fireEvent.change(await screen.findByLabelText('Notice version'), { target: { value: '2026-01' } });
  fireEvent.change(screen.getByLabelText('Language of the notice'), { target: { value: 'hi' } });
  fireEvent.change(screen.getByLabelText('Channel'), { target: { value: 'branch' } });
}

describe('a consent', () => {
  it('that was withdrawn stays in the list and is given again, after a dry run', async () => {
    const { sent } = await open(results('given'));
    const list = within(await screen.findByRole('region', { name: 'Consent by purpose' }));
    await waitFor(() => expect(list.getByText('Marketing')).toBeTruthy());
    expect(list.getByText('Withdrawn or expired')).toBeTruthy();
    await press('Give consent to Marketing again');
    await fill();
    await press('Check');
    expect(await screen.findByText('Checked 1 person. Nothing is changed yet.')).toBeTruthy();
    const dialog = within(screen.getByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Record consent' }));
    expect(await screen.findByText('1 of 1 done')).toBeTruthy();
    const bodies = sent(GIVE).map(({ body }) => body);
    const consentDetails = {
      purpose: 'marketing',
      noticeVersion: '2026-01',
      language: 'hi',
      channel: 'branch',
    };
    expect(bodies).toMatchObject([
      { companyId: 1, individualIds: [9], dryRun: true, consentDetails },
      { companyId: 1, individualIds: [9], dryRun: false, consentDetails },
    ]);
  });

  it('is not sent without notice, language and channel', async () => {
    const { sent } = await open(results('given'));
    await press('Give consent to Marketing again');
    await screen.findByLabelText('Notice version');
    await press('Check');
    expect(await screen.findByText('Choose the notice that the person saw')).toBeTruthy();
    expect(sent(GIVE)).toEqual([]);
  });

  it('above the daily number leads to the request for an approval', async () => {
    await open(() => problem(403, { message: 'Too many', reason: 'APPROVAL_REQUIRED' }));
    await press('Give consent to Marketing again');
    await fill();
    await press('Check');
    const link = await screen.findByRole('link', { name: /approv/i });
    expect(link.getAttribute('href')).toBe('/approvals?company=1&new=1&purpose=marketing&kind=consent');
  });

  it('says which purposes the register does not have', async () => {
    await open(results('given'));
    const list = within(await screen.findByRole('region', { name: 'Consent by purpose' }));
    const kyc = (await list.findByText('KYC')).closest('li');
    await waitFor(() => expect(kyc?.textContent).toContain('Not in the register'));
    expect(list.getByText('Marketing').closest('li')?.textContent).not.toContain('Not in the register');
  });
});

describe('a selection', () => {
  const list = [samplePerson(9), samplePerson(10)];
  const all = { 'GET /individuals': list, 'GET /purposes': register };

  it('is exported with its chosen columns, and those who are not found are in the result', async () => {
    const header = 'id,maskedPhone';
    const { sent } = await showScreen('/individuals?company=1', {
      ...all,
      'GET /individuals': ({ url }: { url: URL }) => (url.searchParams.has('ids') ? [samplePerson(9)] : list),
      'GET /individuals/export': () =>
        new Response(`${header}\r\n9,XXXXX43210\r\n`, {
          headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="a.csv"' },
        }),
    });
    const saved = vi.spyOn(URL, 'createObjectURL');
    for (const id of [9, 10]) fireEvent.click(await screen.findByLabelText(`Select IND_${id}`));
    fireEvent.click(
      within(screen.getByRole('region', { name: 'Actions for the selected people' })).getByText('Export'),
    );
    await press('Check');
    expect(await screen.findByText('Refused: no person of this company')).toBeTruthy();
    expect(sent('GET /individuals/export')).toEqual([]);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Export' }));
    expect(await screen.findByText('2 of 2 done')).toBeTruthy();
    expect(sent('GET /individuals/export').map(({ url }) => url.searchParams.get('ids'))).toEqual(['9']);
    await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  });

  it('whose act a reload ended is taken up again with the rest', async () => {
    const outcomes = [{ individualId: 9, status: 'given' }];
    sessionStorage.setItem('bulk.1.1', JSON.stringify({ kind: 'give', people: [9, 10], outcomes }));
    await showScreen('/individuals?company=1', all);
    expect(await screen.findByText(/^Recording consent ended after 1 of 2 people/)).toBeTruthy();
    await press('Select the remaining 1 person');
    expect(await screen.findByText('1 selected')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Select IND_10').checked).toBe(true);
    await press('Dismiss');
    await waitFor(() => expect(screen.queryByText(/^Recording consent ended/)).toBeNull());
  });

  it('of the list is withdrawn and erased, each after a dry run', async () => {
    const { sent } = await showScreen('/individuals?company=1', {
      ...all,
      'POST /consents/withdraw': {
        results: list.map(({ id }) => ({ individualId: id, status: 'withdrawn', fieldTypes: [] })),
      },
      'POST /erasures': {
        results: [
          { individualId: 9, status: 'sealed' },
          { individualId: 10, status: 'refused', reason: 'ERASED' },
        ],
      },
    });
    for (const id of [9, 10])
      fireEvent.click(await screen.findByRole('checkbox', { name: `Select IND_${id}` }));
    expect(screen.getByText('2 selected')).toBeTruthy();
    await press('Withdraw consent');
    fireEvent.change(await screen.findByLabelText('Purpose'), { target: { value: 'marketing' } });
    await press('Check');
    expect(await screen.findByText('Checked 2 people. Nothing is changed yet.')).toBeTruthy();
    expect(sent('POST /consents/withdraw').map(({ body }) => body)).toEqual([
      { companyId: 1, individualIds: [9, 10], purpose: 'marketing', dryRun: true },
    ]);
    await press('Cancel');
    await press('Erase');
    fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'On request' } });
    await press('Check');
    expect(await screen.findByText('Refused: erased')).toBeTruthy();
    await press('Erase 2 people');
    expect(await screen.findByText('2 of 2 done')).toBeTruthy();
    expect(sent('POST /erasures').map(({ body }) => (body as { dryRun: boolean }).dryRun)).toEqual([
      true,
      false,
    ]);
  });

  it('of roles that only read can be exported alone', async () => {
    await showScreen('/individuals?company=1', all, { permissions: ['pii:read'] });
    fireEvent.click(await screen.findByLabelText('Select IND_10'));
    const bar = within(screen.getByRole('region', { name: 'Actions for the selected people' }));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Export',
      'Clear selection',
    ]);
  });
});

describe('the rules', () => {
  it('take now for an empty date, and refuse the future', () => {
    const now = () => Date.parse('2026-11-30T10:00:00.000Z');
    const form = {
      purpose: 'kyc',
      noticeVersion: '1',
      language: 'hi',
      channel: 'web',
      proofSha256: '',
    } as const;
    expect(toGiven({ ...form, date: '' }, now).date).toBe('2026-11-30T10:00:00.000Z');
    const parsed = givenConsentSchema((key) => key, now).safeParse({ ...form, date: '2026-12-05T10:00' });
    expect(parsed.error?.issues.map(({ message }) => message)).toEqual(['give.check.date']);
  });

  it('hash a proof as sha256sum does', async () => {
    expect(await sha256Of(new Blob(['test']))).toBe(
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    );
  });

  it('continue a stopped run with the rest, under the same keys', async () => {
    const signal = new AbortController().signal;
    const given = (ids: readonly number[]): BulkOutcome[] =>
      ids.map((individualId) => ({ individualId, status: 'given' }));
    const call = vi
      .fn<(ids: readonly number[], key: string) => Promise<BulkOutcome[]>>()
      .mockImplementationOnce(async (ids) => given(ids))
      .mockRejectedValueOnce(new Error('away'))
      .mockImplementation(async (ids) => given(ids));
    const run = { ids: [1, 2, 3, 4, 5], perCall: 2, call, onProgress: () => undefined, signal };
    const first = await runBulk(run, { runKey: 'k', earlier: [] });
    expect(first).toMatchObject({ outcomes: given([1, 2]), error: new Error('away') });
    const second = await runBulk(run, { runKey: 'k', earlier: first.outcomes });
    expect(second).toEqual({ outcomes: given([1, 2, 3, 4, 5]) });
    expect(call.mock.calls).toEqual([
      [[1, 2], 'k.0'],
      [[3, 4], 'k.1'],
      [[3, 4], 'k.1'],
      [[5], 'k.2'],
    ]);
    expect([...tally([...given([1, 2]), { individualId: 3, status: 'refused', reason: 'ERASED' }])]).toEqual([
      ['given', 2],
      ['ERASED', 1],
    ]);
  });
});
