import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ConsentWarnings } from '../../../../pii/consent-warnings.tsx';
import { startSession } from '../../../../session/session-store.ts';
import { press, type } from '../../../../testing/acts.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../../../testing/samples.ts';
import { showScreen } from '../../../../testing/screen.tsx';
import { type ApiCall, problem, stubApi } from '../../../../testing/stub-api.ts';
import { AddPiiForm } from '../../pages/add-pii-page.tsx';
import { sampleField, sampleProfile } from '../../testing/samples.ts';

const WRITE = 'POST /pii-records';
const created = { individualId: 77, masterKey: '7f3c0000-0000-4000-8000-00000000b41e', fieldIds: { pan: 1 } };
const show = (answer: unknown = created, search = '') =>
  showScreen(`/individuals/new?company=1${search}`, { 'GET /purposes': [], [WRITE]: answer });
const keyOf = ({ init }: ApiCall) => new Headers(init.headers).get('idempotency-key');

/** Fills the form up to the last step, with a PAN and a purpose. */
async function fill(): Promise<void> {
  await press('Continue');
  await type('PAN', 'abcpk1234l');
  await press('Continue');
  await type('Purpose', 'kyc');
}

describe('Add PII', () => {
  it('has its heading while the companies load', async () => {
    await showScreen('/individuals/new', { 'GET /companies': new Promise(() => {}) });
    expect(screen.getByRole('heading', { level: 1, name: 'Add PII' })).toBeTruthy();
  });

  it('validates a value during input, and does not continue with an invalid one', async () => {
    await show();
    await press('Continue');
    await type('Aadhaar', '2345 6789 0123');
    expect(await screen.findByText('The check digit of the Aadhaar number is wrong')).toBeTruthy();
    await press('Continue');
    await type('Aadhaar', '999999990019');
    expect(await screen.findByText('Shown as XXXX-XXXX-0019')).toBeTruthy();
    expect(screen.queryByText('The check digit of the Aadhaar number is wrong')).toBeNull();
  });

  it('requires at least one field, only until one is filled, and a purpose', async () => {
    const { sent } = await show();
    await press('Continue');
    await screen.findByLabelText('PAN');
    await press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe('At least one field is required');
    await type('PAN', 'ABCPK1234L');
    await waitFor(() => expect(screen.queryByText('At least one field is required')).toBeNull());
    await press('Continue');
    await screen.findByLabelText('Purpose');
    await press('Store encrypted');
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(sent(WRITE)).toHaveLength(0);
  });

  it('stores everything by one call and shows the person', async () => {
    const { router, sent } = await show();
    await fill();
    await type('Also for', 'lending, service');
    await press('Store encrypted');
    await waitFor(() => expect(router.state.location.search).toBe('?company=1&selected=77'));
    const [call] = sent(WRITE);
    expect(call?.body).toEqual({
      companyId: 1,
      consentDetails: { purpose: 'kyc', alsoFor: ['lending', 'service'] },
      fields: { pan: 'abcpk1234l' },
    });
    expect(call && keyOf(call)).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByText('IND_77 is at Saral Bank now.')).toBeTruthy();
  });

  it('adds fields to the person of the address', async () => {
    const { sent } = await show(created, '&person=IND_48213');
    expect(screen.queryByText('A new person')).toBeNull();
    await fill();
    await press('Store encrypted');
    await waitFor(() => expect(sent(WRITE)[0]?.body).toMatchObject({ individualId: 48_213 }));
  });

  it('corrects one field from its masked value, under its consent without a date, and asks nothing else', async () => {
    const expiresAt = '2999-01-01T00:00:00.000Z';
    const consentDetails = {
      purpose: 'kyc',
      date: '2026-11-01T00:00:00.000Z',
      noticeVersion: 'v1',
      expiresAt,
    };
    const field = { ...sampleField('pan'), consentDetails };
    const { sent, router } = await showScreen('/individuals/new?company=1&person=48213&field=pan', {
      'GET /individuals/48213': sampleProfile(48_213, [field, sampleField('name')]),
      [WRITE]: created,
    });
    expect(await screen.findByText(field.value)).toBeTruthy();
    for (const text of ['Purpose', 'Name']) expect(screen.queryByLabelText(text)).toBeNull();
    await press('Save correction');
    expect(await screen.findByText('Enter the new value')).toBeTruthy();
    await type('New value of PAN', 'ABCPK1234L');
    await press('Save correction');
    await waitFor(() =>
      expect(sent(WRITE)[0]?.body).toEqual({
        ...{ companyId: 1, individualId: 48_213, fields: { pan: 'ABCPK1234L' } },
        consentDetails: { purpose: 'kyc', noticeVersion: 'v1', expiresAt },
      }),
    );
    await waitFor(() => expect(router.state.location.pathname).toBe('/individuals'));
  });

  it('asks for a consent where that of the field was withdrawn', async () => {
    const field = sampleField('pan');
    const withdrawn = { ...field.consentDetails, withdrawnAt: '2026-11-02T00:00:00.000Z' };
    await showScreen('/individuals/new?company=1&person=48213&field=pan', {
      'GET /individuals/48213': sampleProfile(48_213, [{ ...field, consentDetails: withdrawn }]),
      'GET /purposes': [],
    });
    await type('PAN', 'ABCPK1234L');
    await press('Continue');
    expect(await screen.findByLabelText('Purpose')).toBeTruthy();
  });

  it('uses the same idempotency key for a retry, and a new one after a correction', async () => {
    const { sent } = await show(() => problem(503, { message: 'Busy, try again' }));
    await fill();
    await press('Store encrypted');
    await screen.findByText('Busy, try again');
    await press('Store encrypted');
    await waitFor(() => expect(sent(WRITE)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Storing...')).toBeNull());
    await type('Purpose', 'lending');
    await press('Store encrypted');
    await waitFor(() => expect(sent(WRITE)).toHaveLength(3));
    const [first, retry, corrected] = sent(WRITE).map(keyOf);
    expect(retry).toBe(first);
    expect(corrected).not.toBe(first);
  });

  it('shows a refusal of the vault at its field', async () => {
    const errors = [{ path: 'pan', message: 'This PAN is refused' }];
    await show(() => problem(400, { message: 'A value is not valid', errors }));
    await fill();
    await press('Store encrypted');
    expect(await screen.findByText('This PAN is refused')).toBeTruthy();
    expect(screen.getByLabelText('PAN').getAttribute('aria-invalid')).toBe('true');
  });

  it('returns to the first step if the external id exists already', async () => {
    const message = 'The company already has a person with this externalId';
    await show(() => problem(409, { message, reason: 'EXTERNAL_ID_EXISTS' }));
    await fill();
    await press('Store encrypted');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByLabelText('External ID')).toBeTruthy();
  });

  it('says how a date is read, and that the day is before the month where it could be the other way', async () => {
    await show();
    await press('Continue');
    for (const [typed, read] of [
      ['12/03/1990', /^Read as 12 March 1990, with the day before the month\./],
      ['31/03/1990', /^Read as 31 March 1990\. /],
      ['1990-03-12', /^Read as 12 March 1990\. /],
    ] as const) {
      await type('Date of birth', typed);
      expect(await screen.findByText(read)).toBeTruthy();
    }
  });

  it('asks before leaving discards input', async () => {
    const { router } = await show();
    await press('Continue');
    await type('Name', 'Asha Rao');
    await waitFor(() => expect(screen.getByText('Shown as XXXX-MASKED')).toBeTruthy());
    // The form is dirty once the value is validated.
    await act(async () => {});
    await act(() => router.navigate('/companies'));
    expect(await screen.findByText('Discard your changes?')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/individuals/new');
    await press('Discard');
    await waitFor(() => expect(router.state.location.pathname).toBe('/companies'));
  });
});

it('keeps warnings about the consent for the profile of the person', async () => {
  startSession('t', sampleUser());
  const unknown = { reason: 'NOTICE_UNKNOWN', path: 'consentDetails.noticeVersion', message: 'None' };
  const warnings = [
    { reason: 'PURPOSE_UNKNOWN', path: 'consentDetails.alsoFor.1', message: 'No such purpose' },
    ...['kyc', 'lending'].map((purpose) => ({ ...unknown, purpose })),
  ];
  stubApi({ 'GET /purposes': [], [WRITE]: { ...created, warnings } });
  renderApp(
    <>
      <AddPiiForm company={sampleCompany(1)} person="" />
      <ConsentWarnings target="person" id={77} />
    </>,
    { route: '/individuals/new' },
  );
  await fill();
  await type('Also for', 'lending, service');
  await type('Notice version', 'v9');
  await press('Store encrypted');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The register does not contain the purpose service.');
  for (const purpose of ['KYC', 'Lending'])
    expect(alert.textContent).toContain(`The register does not contain notice v9 of the purpose ${purpose}.`);
});
