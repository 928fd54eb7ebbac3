import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleKey, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { EncryptionPage } from './pages/encryption-page.tsx';

const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const keyStore = { kind: 'pkcs11', protection: 'hsm', model: 'Luna K7', status: 'online' };
const environment = { encryption: 'active', environment: 'production', keyStore };
const keys = [
  sampleKey({ id: 1, keyType: 'master', expiresAt: daysOn(200.5), rowsOnVersion: 3 }),
  sampleKey({ id: 2, createdAt: daysOn(-10), expiresAt: daysOn(20.5), rowsOnVersion: 1234 }),
  sampleKey({ id: 3, status: 'expired', isActive: false, expiresAt: daysOn(-10), rowsOnVersion: 0 }),
];
const entry = {
  ...{ id: 1, hsmId: 'pkcs11:pii-vault', serialNumber: '••••046f', firmwareVersion: null, temperature: null },
  ...{ status: 'online', alertLevel: 'normal', lastHealthCheck: daysOn(0), createdAt: daysOn(-1) },
  performanceMetrics: { latencyMs: 4, keysChecked: 12 },
};
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank', piiRecords: 4321, dataTypes: ['pan', 'email'] })],
  'GET /environment/status': environment,
  'GET /encryption-keys': keys,
  'GET /hsm/status': { currentHealth: { status: 'online' }, kind: 'pkcs11', entries: [entry] },
};
const page = (
  <CompanyProvider>
    <EncryptionPage />
  </CompanyProvider>
);
const open = (route = '/encryption?company=1') => renderApp(page, { route });

beforeAll(() => loadTexts('encryption'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['encryption:manage'] })));

describe('EncryptionPage', () => {
  it('states in one sentence that all is well, and shows how data is encrypted', async () => {
    stubApi(answers);
    open();
    expect(await screen.findByText('Every value is encrypted and the keys are sound')).toBeTruthy();
    const table = screen.getByRole('table', { name: 'Encryption by company' });
    expect(within(table).getByText('4,321')).toBeTruthy();
    expect(within(table).getByText('1,234')).toBeTruthy();
    expect(within(table).getByText('AES-256-GCM')).toBeTruthy();
    expect(within(table).getByText('Version 1 · 20 days left')).toBeTruthy();
  });

  it('names the due key, with a link to it', async () => {
    stubApi({ ...answers, 'GET /encryption-keys': [sampleKey({ companyId: 1, expiresAt: daysOn(2.5) })] });
    open();
    expect(await screen.findByText('The Field key of Asha Bank expires in 2 days')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Open Key Management' });
    expect(link.getAttribute('href')).toBe('/encryption-keys?company=1');
  });

  it('explains the effect of a failing key store', async () => {
    const away = { ...environment, encryption: 'error', keyStore: { ...keyStore, status: 'offline' } };
    stubApi({ ...answers, 'GET /environment/status': away });
    open();
    expect(await screen.findByText('Nothing can be encrypted now')).toBeTruthy();
  });

  it.each([
    ['Luna K7', null],
    ['Luna K7 FIPS 140-2 Level 3', 'FIPS 140-2 Level 3'],
  ])('shows a FIPS line for a device called %s: %s', async (model, fips) => {
    stubApi({ ...answers, 'GET /environment/status': { ...environment, keyStore: { ...keyStore, model } } });
    open('/encryption?company=1&tab=hsm');
    expect(await screen.findByText('••••046f', { selector: 'dd *' })).toBeTruthy();
    expect(screen.queryAllByText(/FIPS/).map((found) => found.textContent)).toEqual(
      fips === null ? [] : [model, fips],
    );
    expect(screen.getAllByText('Not reported').length).toBe(2);
    expect(screen.getByText('Keys checked')).toBeTruthy();
  });

  it('lists every version, expired once its expiry has passed', async () => {
    stubApi(answers);
    open('/encryption?company=1&tab=keys');
    const table = await screen.findByRole('table', { name: 'Encryption Keys' });
    await waitFor(() => expect(within(table).getAllByRole('row')).toHaveLength(4));
    expect(within(table).getAllByText('Active')).toHaveLength(2);
    expect(within(table).getAllByText('Expired')).toHaveLength(1);
  });

  it('moves between the tabs with the arrow keys and keeps the tab in the address', async () => {
    stubApi(answers);
    const { router } = open();
    fireEvent.keyDown(await screen.findByRole('tab', { name: 'Overview' }), { key: 'ArrowLeft' });
    await waitFor(() => expect(router.state.location.search).toContain('tab=hsm'));
    const chosen = screen.getByRole('tab', { name: 'HSM Status' });
    expect(chosen.getAttribute('aria-selected')).toBe('true');
    expect(document.activeElement).toBe(chosen);
  });

  it('rotates the chosen keys and opens the progress', async () => {
    const calls = stubApi({ ...answers, 'POST /encryption-keys/rotate': { rotationId: 3 } });
    const { router } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Rotate Keys' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: /^Master/ }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rotate Keys' }));
    expect(await screen.findByText('Rotation started')).toBeTruthy();
    const sent = calls.filter(({ key }) => key.startsWith('POST'));
    expect(sent.map(({ body }) => body)).toEqual([{ companyId: 1, keyType: 'field' }]);
    expect(router.state.location.pathname).toBe('/encryption-keys');
  });

  it('reports a failed rotation', async () => {
    stubApi({ ...answers, 'POST /encryption-keys/rotate': problem(500, { status: 500 }) });
    open('/encryption?company=1&rotate=1');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rotate Keys' }));
    expect(await screen.findByText('Failed to rotate encryption keys')).toBeTruthy();
  });

  it('offers no rotation for a company that the user does not administer', async () => {
    startSession(
      't',
      sampleUser({
        role: 'admin',
        permissions: ['encryption:manage'],
        companies: [{ id: 1, name: 'Asha Bank', role: 'pii_view', permissions: [] }],
      }),
    );
    stubApi(answers);
    open();
    await screen.findByText('You manage the keys of no company');
    expect(screen.queryByRole('button', { name: 'Rotate Keys' })).toBeNull();
  });

  it('shows the failure with Retry if nothing could be loaded', async () => {
    stubApi({ ...answers, 'GET /environment/status': problem(503, { status: 503, detail: 'Away' }) });
    open();
    expect(await screen.findByText('Away')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});
