import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadTexts } from '../../../../i18n/i18n.ts';
import { ConsentWarnings } from '../../../../pii/consent-warnings.tsx';
import { startSession } from '../../../../session/session-store.ts';
import { renderApp } from '../../../../testing/render.tsx';
import { sampleCompany, sampleUser } from '../../../../testing/samples.ts';
import { type ApiCall, problem, stubApi } from '../../../../testing/stub-api.ts';
import { AddPiiForm } from '../../pages/add-pii-page.tsx';

const company = sampleCompany(3, { name: 'Asha Bank' });
const created = { individualId: 77, masterKey: '7f3c0000-0000-4000-8000-00000000b41e', fieldIds: { pan: 1 } };

beforeAll(() => Promise.all([loadTexts('individuals'), loadTexts('pii')]));
beforeEach(() => startSession('t', sampleUser()));

const show = (person = '') =>
  renderApp(<AddPiiForm company={company} person={person} />, { route: '/individuals/new' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });

const writes = (calls: readonly ApiCall[]) => calls.filter(({ key }) => key.startsWith('POST '));

/** Fills the form up to the last step, with a PAN and a purpose. */
async function fill(): Promise<void> {
  press('Continue');
  await type('PAN', 'abcpk1234l');
  press('Continue');
  await type('Purpose', 'kyc');
}

describe('AddPiiForm', () => {
  it('validates a value during input, and does not continue with an invalid one', async () => {
    stubApi({ 'GET /purposes': [] });
    show();
    press('Continue');
    await type('Aadhaar', '2345 6789 0123');
    expect(await screen.findByText('The check digit of the Aadhaar number is wrong')).toBeTruthy();
    press('Continue');
    await type('Aadhaar', '999999990019');
    expect(await screen.findByText('Shown as XXXX-XXXX-0019')).toBeTruthy();
    expect(screen.queryByText('The check digit of the Aadhaar number is wrong')).toBeNull();
  });

  it('requires at least one field and a purpose', async () => {
    const calls = stubApi({ 'GET /purposes': [] });
    show();
    press('Continue');
    await screen.findByLabelText('PAN');
    press('Continue');
    expect(await screen.findByText('At least one field is required')).toBeTruthy();
    await type('PAN', 'ABCPK1234L');
    press('Continue');
    await screen.findByLabelText('Purpose');
    press('Store encrypted');
    expect(await screen.findByText('A purpose has 1 to 50 of a-z, 0-9, _ and -')).toBeTruthy();
    expect(writes(calls)).toHaveLength(0);
  });

  it('stores everything by one call and shows the person', async () => {
    const calls = stubApi({ 'GET /purposes': [], 'POST /pii-records': created });
    const { router } = show();
    await fill();
    await type('Also for', 'lending, service');
    press('Store encrypted');
    await waitFor(() => expect(router.state.location.search).toBe('?company=3&selected=77'));
    expect(writes(calls)[0]?.body).toEqual({
      companyId: 3,
      consentDetails: { purpose: 'kyc', alsoFor: ['lending', 'service'] },
      fields: { pan: 'abcpk1234l' },
    });
    expect(new Headers(writes(calls)[0]?.init.headers).get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByText('IND_77 is at Asha Bank now.')).toBeTruthy();
  });

  it('keeps warnings about the consent for the profile of the person', async () => {
    const warnings = [
      { reason: 'PURPOSE_UNKNOWN', path: 'consentDetails.alsoFor.1', message: 'No such purpose' },
      ...['kyc', 'lending'].map((purpose) => ({
        ...{
          reason: 'NOTICE_UNKNOWN',
          path: 'consentDetails.noticeVersion',
          purpose,
          message: 'No such notice',
        },
      })),
    ];
    stubApi({ 'GET /purposes': [], 'POST /pii-records': { ...created, warnings } });
    const { router } = renderApp(
      <>
        <AddPiiForm company={company} person="" />
        <ConsentWarnings target="person" id={77} />
      </>,
      { route: '/individuals/new' },
    );
    await screen.findByRole('button', { name: 'Continue' });
    await fill();
    await type('Also for', 'lending, service');
    await type('Notice version', 'v9');
    press('Store encrypted');
    await waitFor(() => expect(router.state.location.search).toBe('?company=3&selected=77'));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('The register has no purpose service.');
    expect(alert.textContent).toContain('The register has no notice v9 of the purpose KYC.');
    expect(alert.textContent).toContain('The register has no notice v9 of the purpose Lending.');
  });

  it('adds fields to the person of the address', async () => {
    const calls = stubApi({ 'GET /purposes': [], 'POST /pii-records': created });
    show('IND_48213');
    await fill();
    press('Store encrypted');
    await waitFor(() => expect(writes(calls)[0]?.body).toMatchObject({ individualId: 48_213 }));
  });

  it('uses the same idempotency key for a retry, and a new one after a correction', async () => {
    const calls = stubApi({
      'GET /purposes': [],
      'POST /pii-records': () => problem(503, { message: 'Busy, try again' }),
    });
    show();
    await fill();
    press('Store encrypted');
    await screen.findByText('Busy, try again');
    press('Store encrypted');
    await waitFor(() => expect(writes(calls)).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Storing...')).toBeNull());
    await type('Purpose', 'lending');
    press('Store encrypted');
    await waitFor(() => expect(writes(calls)).toHaveLength(3));
    const keys = writes(calls).map((call) => new Headers(call.init.headers).get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('shows a refusal of the vault at its field', async () => {
    stubApi({
      'GET /purposes': [],
      'POST /pii-records': () =>
        problem(400, {
          message: 'A value is not valid',
          errors: [{ path: 'pan', message: 'This PAN is refused' }],
        }),
    });
    show();
    await fill();
    press('Store encrypted');
    expect(await screen.findByText('This PAN is refused')).toBeTruthy();
    expect(screen.getByLabelText('PAN').getAttribute('aria-invalid')).toBe('true');
  });

  it('returns to the first step if the external id exists already', async () => {
    const taken = 'The company already has a person with this externalId';
    stubApi({
      'GET /purposes': [],
      'POST /pii-records': () => problem(409, { message: taken, reason: 'EXTERNAL_ID_EXISTS' }),
    });
    show();
    await fill();
    press('Store encrypted');
    expect(await screen.findByText(taken)).toBeTruthy();
    expect(screen.getByLabelText('External ID')).toBeTruthy();
  });

  it('says how a date is read, and that the day is before the month where it could be the other way', async () => {
    stubApi({});
    show();
    press('Continue');
    await type('Date of birth', '12/03/1990');
    expect(await screen.findByText(/^Read as 12 March 1990, with the day before the month\./)).toBeTruthy();
    await type('Date of birth', '31/03/1990');
    expect(await screen.findByText(/^Read as 31 March 1990\. /)).toBeTruthy();
    await type('Date of birth', '1990-03-12');
    expect(await screen.findByText(/^Read as 12 March 1990\. /)).toBeTruthy();
  });

  it('asks for a field only until one is filled', async () => {
    stubApi({});
    show();
    press('Continue');
    await screen.findByLabelText('Name');
    press('Continue');
    expect((await screen.findByRole('alert')).textContent).toBe('At least one field is required');
    await type('Name', 'Asha Rao');
    await waitFor(() => expect(screen.queryByText('At least one field is required')).toBeNull());
  });

  it('asks before leaving discards input', async () => {
    stubApi({ 'GET /purposes': [] });
    const { router } = show();
    press('Continue');
    await type('Name', 'Asha Rao');
    await waitFor(() => expect(screen.getByText('Shown as XXXX-MASKED')).toBeTruthy());
    // The form is dirty once the value is validated.
    await act(async () => {});
    await act(() => router.navigate('/companies'));
    expect(await screen.findByText('Discard your changes?')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/individuals/new');
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/companies'));
  });
});
