import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { press, pressIn } from '../../../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../../../testing/examples.ts';
import { sampleEntry } from '../../../../testing/samples.ts';
import { watchSavedFiles } from '../../../../testing/saved-files.ts';
import { showScreen } from '../../../../testing/screen.tsx';
import { problem } from '../../../../testing/stub-api.ts';
import { noDuplicates, sampleField, sampleProfile } from '../../testing/samples.ts';

const at = '2026-11-21T08:00:00.000Z';
const consent = { purpose: 'kyc', date: at, noticeVersion: '2' };
const profile = sampleProfile(9, [
  sampleField('pan', { id: 91, companyName: 'Saral Bank', consentDetails: consent }),
]);
const reveal = sampleEntry('field_decrypt', {
  ...{ individualId: 9, actorName: 'Ravi Iyer', companyName: 'Saral Bank' },
  details: { fieldNames: ['pan'], purpose: 'kyc' },
});
const byClient = { ...reveal, id: 4, actorType: 'api_client', actorName: 'Asha Rao' };
const nominee = { name: 'XXXX-MASKED', relationship: 'spouse', phone: 'XXXXX45670' };
const nomination = { companyId: 1, nominees: [nominee], masked: true, updatedAt: at };
const erasure = { ...exampleRow('GET /erasures'), individualId: 9, verifiedSame: [10, 11] };
const NOMINEE = 'GET /individuals/9/nominee';
const SAVE = 'PUT /individuals/9/nominee';

const open = (answers: object = {}, view = '&open=1') =>
  showScreen(`/individuals?company=1&selected=9${view}`, {
    'GET /individuals/9': profile,
    'GET /individuals/9/consents': [],
    'GET /duplicates': noDuplicates,
    'GET /audit-trail': [reveal, byClient],
    [NOMINEE]: nomination,
    [SAVE]: nomination,
    ...answers,
  });
async function choose(name: string) {
  await press('Actions in Saral Bank');
  fireEvent.click(await screen.findByRole('menuitem', { name }));
}

const goneProblem = () => problem(410, { message: 'Erased', reason: 'ERASED' });
async function isErasedState(): Promise<void> {
  expect(await screen.findByText('IND_9 was erased')).toBeTruthy();
  expect(screen.queryByText('XXXX-MASKED')).toBeNull();
  expect(screen.queryByRole('button', { name: /Reveal/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Add or correct fields' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Consent by purpose' })).toBeNull();
}

describe('the profile of a person', () => {
  it('shows who saw which field when and why, and the last access of each field', async () => {
    await open();
    expect(await screen.findByText('Ravi Iyer')).toBeTruthy();
    expect(screen.getAllByText('for KYC · PAN')).toHaveLength(2);
    expect(screen.getByText('Asha Rao (API client)')).toBeTruthy();
    const fields = screen.getByRole('region', { name: 'Saral Bank' });
    expect(within(fields).getByText(/^Last revealed/)).toBeTruthy();
  });

  it('shows in the panel who last saw a value, and for which purpose', async () => {
    await open({ 'GET /individuals': [] }, '');
    expect(await screen.findByText(/^Last revealed .*by Ravi Iyer for KYC$/)).toBeTruthy();
  });

  it('shows the consent per purpose with its notice, and withdraws it after a question', async () => {
    const withdrawal = { ...exampleOf('POST /individuals/{id}/consent/withdraw'), verifiedSame: [10] };
    const { sent } = await open({ 'POST /individuals/9/consent/withdraw': withdrawal });
    const purposes = within(await screen.findByRole('region', { name: 'Consent by purpose' }));
    expect(await purposes.findByText(/^Notice 2 of .*PAN · kept 365 days/)).toBeTruthy();
    fireEvent.click(purposes.getByRole('button', { name: 'Withdraw consent for KYC' }));
    await screen.findByText(/reveal these fields of IND_9 for this purpose: PAN/);
    expect(sent('POST /individuals/9/consent/withdraw')).toHaveLength(0);
    await pressIn('Withdraw consent');
    expect(await screen.findByText(/The same person also has IND_10 here/)).toBeTruthy();
    const body = { companyId: 1, purpose: 'kyc' };
    expect(sent('POST /individuals/9/consent/withdraw').map((call) => call.body)).toEqual([body]);
  });

  async function changeNominee(answers: object = {}) {
    const { sent } = await open(answers);
    await screen.findByText('Ravi Iyer');
    expect(sent(NOMINEE), 'read only on request').toHaveLength(0);
    await press('Show');
    expect(await screen.findByText('Spouse · XXXXX45670')).toBeTruthy();
    await press('Change');
    const dialog = within(await screen.findByRole('dialog'));
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    const relationship = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Relationship' });
    const click = (button: string) => fireEvent.click(dialog.getByRole('button', { name: button }));
    return { dialog, name, relationship, click, put: () => sent(SAVE).map(({ body }) => body) };
  }
  const fillIn = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

  it('replaces the whole nomination, once every nominee has a name and a relationship', async () => {
    const { dialog, name, relationship, click, put } = await changeNominee();
    expect([name.value, relationship.value]).toEqual(['', '']);
    click('Save nomination');
    await waitFor(() => expect(name.getAttribute('aria-invalid')).toBe('true'));
    expect(await dialog.findByText('Relationship is required')).toBeTruthy();
    expect(put()).toEqual([]);
    fillIn(name, 'Meera Rao');
    fillIn(relationship, 'child');
    click('Save nomination');
    expect(await screen.findByText('Nomination saved')).toBeTruthy();
    expect(put()).toEqual([{ companyId: 1, nominees: [{ name: 'Meera Rao', relationship: 'child' }] }]);
  });

  it('withdraws a nomination by an empty one', async () => {
    const { dialog, click, put } = await changeNominee({ [SAVE]: { ...nomination, nominees: [] } });
    click('Remove nominee 1');
    expect(dialog.getByText('Without a nominee the nomination is withdrawn.')).toBeTruthy();
    click('Withdraw nomination');
    expect(await screen.findByText('Nomination withdrawn')).toBeTruthy();
    expect(put()).toEqual([{ companyId: 1, nominees: [] }]);
    expect(await screen.findByText('No nominee.')).toBeTruthy();
  });

  it('keeps the input of a nomination that could not be saved', async () => {
    const { name, relationship, click } = await changeNominee({ [SAVE]: problem(500, { status: 500 }) });
    fillIn(name, 'Meera Rao');
    fillIn(relationship, 'child');
    click('Save nomination');
    expect(await screen.findByText('The nomination could not be read or changed.')).toBeTruthy();
    expect(name.value).toBe('Meera Rao');
  });

  it('makes an access report only after its content is chosen', async () => {
    const files = watchSavedFiles();
    const { sent } = await open();
    await choose('Access report');
    await press('Download page');
    expect((await screen.findByRole('alert')).textContent).toBe('Choose what the report shows');
    fireEvent.click(screen.getByRole('radio', { name: /^Raw, for KYC/ }));
    await press('Download page');
    await waitFor(() => expect(files).toEqual(['access-report-1-9.html']));
    const [call] = sent('GET /individuals/9/access-report');
    expect(call?.url.searchParams.get('purpose')).toBe('kyc');
  });

  it('offers an access report no more for a purpose whose consent has ended', async () => {
    let isWithdrawn = false;
    const field = sampleField('pan', { id: 91, consentDetails: { ...consent, withdrawnAt: at } });
    const ended = sampleProfile(9, [field]);
    await open({
      'GET /individuals/9': () => (isWithdrawn ? ended : profile),
      'GET /individuals/9/access-report': () => {
        isWithdrawn = true;
        return problem(403, { message: 'Consent does not cover this purpose', reason: 'PURPOSE_REFUSED' });
      },
    });
    await choose('Access report');
    fireEvent.click(await screen.findByRole('radio', { name: /^Raw, for KYC/ }));
    await press('Download page');
    expect((await screen.findByRole('alert')).textContent).toBe('Consent does not cover this purpose');
    await waitFor(() => expect(screen.queryByRole('radio', { name: /^Raw/ })).toBeNull());
    await press('Download page');
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('Choose what the report shows'));
  });

  it('is replaced by the state of the erasure after an erasure with a reason', async () => {
    let isErased = false;
    const { sent } = await open({
      'GET /individuals/9': () =>
        isErased ? problem(410, { message: 'Erased', reason: 'ERASED' }) : profile,
      'POST /individuals/9/erase': () => {
        isErased = true;
        return erasure;
      },
      'GET /individuals/9/erasure': [erasure],
    });
    await choose('Erase at Saral Bank');
    await press('Erase person');
    expect((await screen.findByRole('alert')).textContent).toBe('A reason is required');
    fireEvent.change(screen.getByRole('textbox', { name: 'Reason' }), { target: { value: 'Asked for' } });
    await press('Erase person');
    await waitFor(() => expect(sent('POST /individuals/9/erase')).toHaveLength(1));
    expect(sent('POST /individuals/9/erase')[0]?.body).toEqual({ companyId: 1, reason: 'Asked for' });
    expect(await screen.findByText(/The same person also has IND_10, IND_11 here/)).toBeTruthy();
    await isErasedState();
  });

  it.each([
    ['a reveal without a record', 'POST /pii-records/reveal', () => ({ records: [] })],
    ['an access report that is refused', 'GET /individuals/9/access-report', () => goneProblem()],
    ['a change of the nomination that is refused', 'GET /individuals/9/nominee', () => goneProblem()],
  ])('is replaced after an erasure elsewhere by %s', async (_, key, answer) => {
    let isErased = false;
    await open({
      'GET /individuals/9': () => (isErased ? goneProblem() : profile),
      'GET /individuals/9/erasure': [erasure],
      [key]: answer,
    });
    await screen.findByText('XXXX-MASKED');
    isErased = true;
    if (key.includes('nominee')) await press('Show');
    else if (key.includes('report')) {
      await choose('Access report');
      fireEvent.click(await screen.findByRole('radio', { name: /^Masked/ }));
      await press('Download page');
    } else {
      await press('Reveal PAN');
      fireEvent.click(await screen.findByRole('radio', { name: /^KYC/ }));
      await press('Reveal');
    }
    await isErasedState();
  });

  it('shows the state of the erasure for an erased person', async () => {
    await open({
      'GET /individuals/9': problem(410, { message: 'Erased', reason: 'ERASED' }),
      'GET /individuals/9/erasure': [erasure],
    });
    expect(await screen.findByText('IND_9 was erased')).toBeTruthy();
    expect(await screen.findByText('The certificate is issued after the data is destroyed.')).toBeTruthy();
    const others = ['IND_10', 'IND_11'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(others).toEqual([10, 11].map((id) => `/individuals?company=1&selected=${id}`));
  });

  it('lists the versions of a field, and deletes it after a confirmation', async () => {
    const version = { ...profile.piiFields[0], individualId: 9, version: 1, isActive: true, createdAt: at };
    const { sent } = await open({
      'GET /pii-fields/91/history': [{ ...version, replacedAt: null }],
      'DELETE /pii-fields/91': { success: true, sealedAt: at, shredAt: at, verifiedSame: [12] },
    });
    await press('Versions of PAN');
    expect(await screen.findByText('Current')).toBeTruthy();
    await press('Delete field');
    await pressIn('Delete field');
    await waitFor(() => expect(sent('DELETE /pii-fields/91')).toHaveLength(1));
    expect(await screen.findByText(/The same person also has IND_12 here/)).toBeTruthy();
  });
});
