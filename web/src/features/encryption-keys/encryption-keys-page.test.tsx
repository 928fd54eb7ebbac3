import type { ListedRotation } from '@pii-vault/contract/encryption-keys/encryption-keys-schema';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CompanyProvider } from '../../company/company-provider.tsx';
import { loadTexts } from '../../i18n/i18n.ts';
import { startSession } from '../../session/session-store.ts';
import { renderApp } from '../../testing/render.tsx';
import { sampleCompany, sampleKey, sampleUser } from '../../testing/samples.ts';
import { problem, stubApi } from '../../testing/stub-api.ts';
import { EncryptionKeysPage } from './pages/encryption-keys-page.tsx';
import { sampleRotation } from './testing/sample-rotation.ts';

const daysOn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const expired = { status: 'expired', isActive: false, rotatedAt: '2026-11-01T08:00:00.000Z' } as const;
const keys = [
  sampleKey({ id: 1, keyType: 'master', rotationSchedule: 'P365D', expiresAt: daysOn(200.5) }),
  sampleKey({ id: 2, version: 3, createdAt: daysOn(-10.5), expiresAt: daysOn(19.5), rowsOnVersion: 900 }),
  sampleKey({ id: 3, version: 2, ...expired, rowsOnVersion: 60 }),
  sampleKey({ id: 4, version: 1, ...expired, rowsOnVersion: 0 }),
  sampleKey({ id: 5, keyType: 'backup', rowsOnVersion: null, expiresAt: daysOn(19.5) }),
  sampleKey({ id: 6, keyType: 'backup', ...expired, rowsOnVersion: null }),
];
const answers = {
  'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
  'GET /encryption-keys': keys,
  'GET /encryption-keys/rotations': [],
};
const ROTATIONS = 'GET /encryption-keys/rotations';
const ROTATE = 'POST /encryption-keys/rotate';
const page = (
  <CompanyProvider>
    <EncryptionKeysPage />
  </CompanyProvider>
);
const open = (search = '') => renderApp(page, { route: `/encryption-keys?company=1${search}` });
const admin = (role: 'admin' | 'pii_view') =>
  startSession(
    't',
    sampleUser({
      role: 'admin',
      permissions: ['encryption:manage'],
      companies: [
        { id: 1, name: 'Asha Bank', role, permissions: role === 'admin' ? ['encryption:manage'] : [] },
      ],
    }),
  );

beforeAll(() => loadTexts('encryption-keys'));
beforeEach(() => startSession('t', sampleUser({ permissions: ['encryption:manage'] })));

describe('EncryptionKeysPage', () => {
  it('shows the age and the rows of each key, and counts versions by state', async () => {
    stubApi(answers);
    open();
    expect(await screen.findByText(/^10 d old · 19 days left · expires /)).toBeTruthy();
    expect(screen.getByText('900')).toBeTruthy();
    expect(screen.getAllByText('Files, not counted')).toHaveLength(1);
    const figure = (label: string) => screen.getByText(label).parentElement?.textContent;
    expect(figure('Total Keys')).toContain('6');
    expect(figure('Active Keys')).toContain('3');
    expect(figure('Expiring Soon')).toContain('Soon0');
    expect(figure('Expired Keys')).toContain('3');
  });

  it('requests the company of the top bar and the chosen type', async () => {
    const calls = stubApi(answers);
    open('&type=field');
    await screen.findByRole('heading', { name: 'Field key' });
    const asked = calls.find(({ key }) => key === 'GET /encryption-keys');
    expect(asked?.url.search).toBe('?companyId=1&keyType=field&limit=200');
  });

  it('shows every company after the company filter is cleared', async () => {
    const calls = stubApi(answers);
    const { router } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Clear filter Company' }));
    await waitFor(() => expect(router.state.location.search).toContain('in=all'));
    await waitFor(() =>
      expect(calls.filter(({ key }) => key === 'GET /encryption-keys').at(-1)?.url.search).toBe('?limit=200'),
    );
  });

  it('shows for each expired version whether it can be deleted', async () => {
    stubApi(answers);
    open();
    const button = async (version: number, reason: RegExp) => {
      const row = (await screen.findByText(reason)).closest('li') as HTMLElement;
      return within(row).getByRole<HTMLButtonElement>('button', { name: `Delete version ${version}` });
    };
    expect((await button(2, /^60 rows are still encrypted under it/)).disabled).toBe(true);
    expect((await button(1, /^Archives were written with it/)).disabled).toBe(true);
    expect((await button(1, /^Nothing is encrypted under it/)).disabled).toBe(false);
  });

  it('keeps the confirmation open if rows use the key, and shows their number', async () => {
    const message = '1,234 rows are still encrypted under this key';
    const refusal = { status: 409, reason: 'KEY_HAS_ROWS', detail: message, message };
    const calls = stubApi({ ...answers, 'DELETE /encryption-keys/4': problem(409, refusal) });
    open();
    const row = (await screen.findByText(/^Nothing is encrypted under it/)).closest('li') as HTMLElement;
    fireEvent.click(within(row).getByRole('button', { name: 'Delete version 1' }));
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/can no longer be restored/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete version' }));
    expect(await within(dialog).findByText(message)).toBeTruthy();
    await waitFor(() => expect(calls.filter(({ key }) => key === 'GET /encryption-keys')).toHaveLength(2));
  });

  it('deletes a version and confirms it', async () => {
    stubApi({ ...answers, 'DELETE /encryption-keys/4': { success: true } });
    open();
    const row = (await screen.findByText(/^Nothing is encrypted under it/)).closest('li') as HTMLElement;
    fireEvent.click(within(row).getByRole('button', { name: 'Delete version 1' }));
    const dialog = await screen.findByRole('alertdialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete version' }));
    expect(await screen.findByText('Key version deleted')).toBeTruthy();
  });

  it('requires company and key type before it rotates', async () => {
    const calls = stubApi({ ...answers, [ROTATE]: { rotationId: 3 } });
    open('&rotate=new');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Company'), { target: { value: '' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rotate Key' }));
    expect(await within(dialog).findByText('Company is required')).toBeTruthy();
    expect(within(dialog).getByText('Key type is required')).toBeTruthy();
    expect(calls.some(({ key }) => key === ROTATE)).toBe(false);
  });

  it('rotates the key of a card', async () => {
    const calls = stubApi({ ...answers, [ROTATE]: { rotationId: 3 } });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Rotate the Field key of Asha Bank' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rotate Key' }));
    expect(await screen.findByText('Rotation started')).toBeTruthy();
    const body = calls.find(({ key }) => key === ROTATE)?.body;
    expect(body).toEqual({ companyId: 1, keyType: 'field' });
    expect(calls.filter(({ key }) => key === ROTATIONS)).toHaveLength(2);
  });

  it.each([
    [404, 'NOT_FOUND', 'Not found', /^This company has no such key yet/],
    [409, 'ROTATION_RUNNING', 'The former rotation of this key has not ended yet', /^The former rotation/],
    [500, undefined, undefined, /^Failed to rotate encryption key$/],
  ])('explains a %d', async (status, reason, detail, text) => {
    stubApi({ ...answers, [ROTATE]: problem(status, { status, reason, detail }) });
    open('&rotate=1-backup');
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Rotate Key' }));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('follows a rotation to its end, then fetches the keys again', async () => {
    const states: ListedRotation[] = [
      sampleRotation(),
      sampleRotation({ rewrapped: 1000 }),
      sampleRotation({ rewrapped: 1000, status: 'done', finishedAt: daysOn(0) }),
    ];
    const calls = stubApi({
      ...answers,
      [ROTATIONS]: () => [states.length > 1 ? states.shift() : states[0]],
    });
    open();
    expect(await screen.findByText('25% · 50 people/s · 15 s left')).toBeTruthy();
    expect(await screen.findByText(/^Everything has moved/)).toBeTruthy();
    expect(await screen.findByText('Rotation finished')).toBeTruthy();
    expect(screen.queryByText('Rotations under way')).toBeNull();
    expect(calls.filter(({ key }) => key === ROTATIONS)).toHaveLength(3);
    await waitFor(() => expect(calls.filter(({ key }) => key === 'GET /encryption-keys')).toHaveLength(2));
  });

  it('shows a rotation that is blocked', async () => {
    stubApi({ ...answers, [ROTATIONS]: [sampleRotation({ status: 'blocked' })] });
    open();
    expect(await screen.findByText(/cannot be decrypted and was not moved/)).toBeTruthy();
    expect(screen.getByText('Blocked')).toBeTruthy();
  });

  it('offers no change to a user who does not administer the company', async () => {
    admin('pii_view');
    stubApi(answers);
    open();
    await screen.findByRole('heading', { name: 'Field key' });
    expect(screen.queryByRole('button', { name: /Rotate/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Delete version/ })).toBeNull();
  });
});
