import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../../../company/company-provider.tsx';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../../../testing/samples.ts';
import { watchSavedFiles } from '../../../../testing/saved-files.ts';
import { problem, stubApi } from '../../../../testing/stub-api.ts';
import { IndividualsPage } from '../../pages/individuals-page.tsx';
import { noDuplicates, sampleField, sampleProfile } from '../../testing/samples.ts';

const at = '2026-11-21T08:00:00.000Z';
const consent = { purpose: 'kyc', date: at, noticeVersion: '2' };
const profile = sampleProfile(9, [sampleField('pan', { id: 91, consentDetails: consent })]);
const reveal = {
  id: 5,
  companyId: 1,
  individualId: 9,
  piiFieldId: null,
  action: 'field_decrypt',
  actorType: 'user',
  actorId: '2',
  actorName: 'Ravi Iyer',
  companyName: 'Asha Bank',
  details: { fieldNames: ['pan'], purpose: 'kyc', decision: 'allowed' },
  complianceFlags: { violation: false, dpdpCompliant: true },
  ipAddress: null,
  userAgent: null,
  timestamp: at,
  leafIndex: 4,
};
const nominee = { name: 'XXXX-MASKED', relationship: 'spouse', phone: 'XXXXX45670' };
const nomination = { companyId: 1, nominees: [nominee], masked: true, updatedAt: at };
const erasure = {
  companyId: 1,
  individualId: 9,
  status: 'sealed',
  reason: null,
  texts: { view: 'withheld', filled: ['reason'], identifiers: 0 },
  requestedAt: at,
  shredAt: at,
  shreddedAt: null,
  verifiedSame: [10, 11],
  certificate: null,
};
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' })],
  'GET /individuals/9': profile,
  'GET /individuals/9/consents': [],
  'GET /duplicates': noDuplicates,
  'GET /audit-trail': [
    reveal,
    { ...reveal, id: 4, actorType: 'api_client', actorId: 'pvc_b0ad9cf7ccfde108', actorName: 'Asha Rao' },
  ],
  'GET /purposes': [
    {
      id: 3,
      companyId: 1,
      purpose: 'kyc',
      lawfulBasis: 'consent',
      description: null,
      texts: { view: 'masked', filled: [], identifiers: 0 },
      notices: [{ version: '2', fieldTypes: ['pan'], retentionDays: 365, publishedAt: at }],
      createdAt: at,
      updatedAt: at,
      version: 1,
    },
  ],
};

function open(more: object = {}, view = '&open=1') {
  const calls = stubApi({ ...answers, ...more });
  renderApp(
    <CompanyProvider>
      <IndividualsPage />
    </CompanyProvider>,
    { route: `/individuals?company=1&selected=9${view}` },
  );
  return (key: string) => calls.filter((call) => call.key === key);
}
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
async function choose(name: string) {
  await press('Actions in Asha Bank');
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

beforeAll(() => Promise.all([loadTexts('individuals'), loadTexts('erasure')]));
beforeEach(() => {
  const permissions = [
    'pii:read',
    'pii:reveal',
    'pii:write',
    'pii:erase',
    'audit:read',
    'compliance:read',
  ] as const;
  startSession('t', sampleUser({ permissions: [...permissions] }));
});

describe('the profile of a person', () => {
  it('shows who saw which field when and why, and the last access of each field', async () => {
    open();
    expect(await screen.findByText('Ravi Iyer')).toBeTruthy();
    expect(screen.getAllByText('for KYC · PAN')).toHaveLength(2);
    expect(screen.getByText('Asha Rao (API client)')).toBeTruthy();
    const fields = screen.getByRole('region', { name: 'Asha Bank' });
    expect(within(fields).getByText(/^Last revealed/)).toBeTruthy();
  });

  it('shows in the panel who last saw a value, and for which purpose', async () => {
    open({ 'GET /individuals': [] }, '');
    expect(await screen.findByText(/^Last revealed .*by Ravi Iyer for KYC$/)).toBeTruthy();
  });

  it('shows the consent per purpose with its notice, and withdraws it', async () => {
    const sent = open({
      'POST /individuals/9/consent/withdraw': {
        success: true,
        withdrawnAt: at,
        fieldTypes: ['pan'],
        verifiedSame: [10],
      },
    });
    const purposes = await screen.findByRole('region', { name: 'Consent by purpose' });
    expect(await within(purposes).findByText(/^Notice 2 of .*PAN · kept 365 days/)).toBeTruthy();
    fireEvent.click(within(purposes).getByRole('button', { name: 'Withdraw consent for KYC' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Withdraw consent' }));
    await waitFor(() =>
      expect(sent('POST /individuals/9/consent/withdraw')[0]?.body).toEqual({ companyId: 1, purpose: 'kyc' }),
    );
    expect(await screen.findByText(/The same person also has IND_10 here/)).toBeTruthy();
  });

  it('reads the nominee only on request, and replaces the whole nomination', async () => {
    const sent = open({
      'GET /individuals/9/nominee': nomination,
      'PUT /individuals/9/nominee': nomination,
    });
    await screen.findByText('Ravi Iyer');
    expect(sent('GET /individuals/9/nominee')).toHaveLength(0);
    await press('Show');
    expect(await screen.findByText('Spouse · XXXXX45670')).toBeTruthy();
    await press('Change');
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: 'Meera Rao' } });
    const relationship = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Relationship' });
    expect(relationship.value).toBe('');
    fireEvent.click(dialog.getByRole('button', { name: 'Save nomination' }));
    expect(await dialog.findByText('Relationship is required')).toBeTruthy();
    expect(sent('PUT /individuals/9/nominee')).toHaveLength(0);
    fireEvent.change(relationship, { target: { value: 'child' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Save nomination' }));
    expect(await screen.findByText('Nomination saved')).toBeTruthy();
    expect(sent('PUT /individuals/9/nominee')[0]?.body).toEqual({
      companyId: 1,
      nominees: [{ name: 'Meera Rao', relationship: 'child' }],
    });
  });

  async function changeNominee(answer: object) {
    const sent = open({ 'GET /individuals/9/nominee': nomination, 'PUT /individuals/9/nominee': answer });
    await press('Show');
    await press('Change');
    const dialog = within(await screen.findByRole('dialog'));
    const click = (name: string) => fireEvent.click(dialog.getByRole('button', { name }));
    return { dialog, click, put: () => sent('PUT /individuals/9/nominee') };
  }

  it('withdraws a nomination by an empty one', async () => {
    const { dialog, click, put } = await changeNominee({ ...nomination, nominees: [] });
    click('Remove nominee 1');
    expect(dialog.getByText('Without a nominee the nomination is withdrawn.')).toBeTruthy();
    click('Withdraw nomination');
    expect(await screen.findByText('Nomination withdrawn')).toBeTruthy();
    expect(put()[0]?.body).toEqual({ companyId: 1, nominees: [] });
    expect(await screen.findByText('No nominee.')).toBeTruthy();
  });

  it('requires the name of each nominee before it sends a request', async () => {
    const { dialog, click, put } = await changeNominee(nomination);
    click('Save nomination');
    await waitFor(() =>
      expect(dialog.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true'),
    );
    expect(put()).toHaveLength(0);
  });

  it('keeps the input of a nomination that could not be saved', async () => {
    const { dialog, click } = await changeNominee(problem(500, { status: 500 }));
    const name = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    fireEvent.change(name, { target: { value: 'Meera Rao' } });
    fireEvent.change(dialog.getByRole('combobox', { name: 'Relationship' }), { target: { value: 'child' } });
    click('Save nomination');
    expect(await screen.findByText('The nomination could not be read or changed.')).toBeTruthy();
    expect(name.value).toBe('Meera Rao');
  });

  it('makes an access report only after its content is chosen', async () => {
    const files = watchSavedFiles();
    const report = {
      ...{ companyId: 1, companyName: 'Asha Bank', individualId: 9, masterKey: 'k', generatedAt: at },
      ...{ personalData: profile.piiFields, consents: [], purposes: [], activities: [], readers: [] },
      ...{ recipients: [], linkedCompanies: [], verifiedSame: [], nomination },
    };
    const sent = open({ 'GET /individuals/9/access-report': report });
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
    const ended = sampleProfile(9, [
      sampleField('pan', { id: 91, consentDetails: { ...consent, withdrawnAt: at } }),
    ]);
    open({
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
    const sent = open({
      'GET /individuals/9': () =>
        isErased ? problem(410, { message: 'Erased', reason: 'ERASED' }) : profile,
      'POST /individuals/9/erase': () => {
        isErased = true;
        return erasure;
      },
      'GET /individuals/9/erasure': [erasure],
    });
    await choose('Erase at Asha Bank');
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
    open({
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
    open({
      'GET /individuals/9': problem(410, { message: 'Erased', reason: 'ERASED' }),
      'GET /individuals/9/erasure': [erasure],
    });
    expect(await screen.findByText('IND_9 was erased')).toBeTruthy();
    expect(await screen.findByText('The certificate comes after the destruction.')).toBeTruthy();
    const others = ['IND_10', 'IND_11'].map((name) =>
      screen.getByRole('link', { name }).getAttribute('href'),
    );
    expect(others).toEqual([10, 11].map((id) => `/individuals?company=1&selected=${id}`));
  });

  it('lists the versions of a field, and deletes it after a confirmation', async () => {
    const version = { ...profile.piiFields[0], individualId: 9, version: 1, isActive: true, createdAt: at };
    const sent = open({
      'GET /pii-fields/91/history': [{ ...version, replacedAt: null }],
      'DELETE /pii-fields/91': { success: true, sealedAt: at, shredAt: at, verifiedSame: [12] },
    });
    await press('Versions of PAN');
    expect(await screen.findByText('Current')).toBeTruthy();
    await press('Delete field');
    const question = await screen.findByRole('alertdialog');
    fireEvent.click(within(question).getByRole('button', { name: 'Delete field' }));
    await waitFor(() => expect(sent('DELETE /pii-fields/91')).toHaveLength(1));
    expect(await screen.findByText(/The same person also has IND_12 here/)).toBeTruthy();
  });
});
