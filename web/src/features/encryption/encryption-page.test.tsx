import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, press, pressIn } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { sampleCompany, sampleKey } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const example = exampleOf('GET /environment/status');
const keyStore = { ...example.keyStore, kind: 'pkcs11', protection: 'hsm', model: 'Luna K7' };
const environment = { ...example, environment: 'production', keyStore };
const keys = [
  sampleKey({ id: 1, keyType: 'master', expiresAt: daysOn(200.5), rowsOnVersion: 3 }),
  sampleKey({ id: 2, createdAt: daysOn(-10), expiresAt: daysOn(20.5), rowsOnVersion: 1234 }),
  sampleKey({ id: 3, status: 'expired', isActive: false, expiresAt: daysOn(-10), rowsOnVersion: 0 }),
];
const show = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/encryption?company=1${search}`,
    {
      'GET /companies': [
        sampleCompany(1, { name: 'Asha Bank', piiRecords: 4321, dataTypes: ['pan', 'email'] }),
      ],
      'GET /environment/status': environment,
      'GET /encryption-keys': keys,
      ...answers,
    },
    user,
  );

describe('Encryption', () => {
  it('states in one sentence that all is well, and shows how data is encrypted', async () => {
    await show();
    expect(await screen.findByText('Every value is encrypted and all keys are in order')).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Encryption by company' }));
    for (const text of ['4,321', '1,234', 'AES-256-GCM', 'Version 1 · 20 days left'])
      expect(table.getByText(text)).toBeTruthy();
  });

  it('names the due key, with a link to it', async () => {
    await show('', { 'GET /encryption-keys': [sampleKey({ companyId: 1, expiresAt: daysOn(2.5) })] });
    expect(await screen.findByText('The Field key of Asha Bank expires in 2 days')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open Key Management' });
    expect(link.getAttribute('href')).toBe('/encryption-keys?company=1');
  });

  it('explains the effect of a failing key store', async () => {
    const away = { ...environment, encryption: 'error', keyStore: { ...keyStore, status: 'offline' } };
    await show('', { 'GET /environment/status': away });
    expect(await screen.findByText('Encryption is not working at the moment')).toBeTruthy();
  });

  it('shows a FIPS level only if the device reports it, and what it does not report', async () => {
    const model = 'Luna K7 FIPS 140-2 Level 3';
    const hsm = exampleOf('GET /hsm/status');
    const entries = hsm.entries.map((entry) => ({ ...entry, firmwareVersion: null }));
    await show('&tab=hsm', {
      'GET /environment/status': { ...environment, keyStore: { ...keyStore, model } },
      'GET /hsm/status': { ...hsm, entries },
    });
    expect(await screen.findByText('••••••••••••046f', { selector: 'dd *' })).toBeTruthy();
    const shown = screen.queryAllByText(/FIPS/).map((found) => found.textContent);
    expect(shown).toEqual([model, 'FIPS 140-2 Level 3']);
    expect(screen.getAllByText('Not reported').length).toBe(2);
    expect(screen.getByText('Keys checked')).toBeTruthy();
  });

  it('lists every version, expired once its expiry has passed, in the tab of the address', async () => {
    const { router } = await show('&tab=keys');
    const table = await screen.findByRole('table', { name: 'Encryption Keys' });
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(4));
    expect(within(table).getAllByText('Active')).toHaveLength(2);
    expect(within(table).getAllByText('Expired')).toHaveLength(1);
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Encryption Keys' }), { key: 'ArrowRight' });
    await waitFor(() => expect(router.state.location.search).toContain('tab=hsm'));
  });

  it('rotates the chosen keys and opens the progress', async () => {
    const { router, sent } = await show();
    await press('Rotate Keys');
    fireEvent.click(within(await opened()).getByRole('checkbox', { name: /^Master/ }));
    await pressIn('Rotate Keys');
    expect(await screen.findByText('Rotation started')).toBeTruthy();
    const bodies = sent('POST /encryption-keys/rotate').map(({ body }) => body);
    expect(bodies).toEqual([{ companyId: 1, keyType: 'field' }]);
    expect(router.state.location.pathname).toBe('/encryption-keys');
  });

  it('reports a failed rotation', async () => {
    await show('&rotate=1', { 'POST /encryption-keys/rotate': problem(500, { status: 500 }) });
    await pressIn('Rotate Keys');
    expect(await screen.findByText('Failed to rotate encryption keys')).toBeTruthy();
  });

  it('offers no rotation for a company that the user does not administer', async () => {
    const companies = [{ id: 1, name: 'Asha Bank', role: 'pii_view' as const, permissions: [] }];
    await show('', {}, { role: 'admin', permissions: ['encryption:manage'], companies });
    await screen.findByText('You do not manage the keys of any company');
    expect(screen.queryByRole('button', { name: 'Rotate Keys' })).toBeNull();
  });
});
