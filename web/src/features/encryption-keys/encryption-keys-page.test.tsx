import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { opened, press, pressIn, type } from '../../testing/acts.ts';
import { exampleRow } from '../../testing/examples.ts';
import { sampleCompany, sampleKey } from '../../testing/samples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

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
const LIST = 'GET /encryption-keys';
const ROTATIONS = 'GET /encryption-keys/rotations';
const ROTATE = 'POST /encryption-keys/rotate';
const rotation = {
  ...exampleRow(ROTATIONS),
  ...{ rewrapped: 250, total: 1000, perSecond: 50, finishedAt: null as string | null },
};
const show = (search = '', answers: object = {}, user = {}) =>
  showScreen(
    `/encryption-keys?company=1${search}`,
    {
      'GET /companies': [sampleCompany(1, { name: 'Asha Bank' }), sampleCompany(2, { name: 'Bodhi Health' })],
      [LIST]: keys,
      [ROTATIONS]: [],
      ...answers,
    },
    user,
  );
const rowOf = async (reason: RegExp) =>
  within((await screen.findByText(reason)).closest('li') as HTMLElement);

describe('Key Management', () => {
  it('shows the age and the rows of each key, and counts versions by state', async () => {
    await show();
    expect(await screen.findByText(/^10 d old · 19 days left · expires /)).toBeTruthy();
    expect(screen.getByText('900')).toBeTruthy();
    expect(screen.getAllByText('Stored as files, not counted')).toHaveLength(1);
    const figures = ['Total Keys6', 'Active Keys3', 'Expiring Soon0', 'Expired Keys3'];
    for (const figure of figures) {
      const card = screen.getByText(figure.replace(/\d$/, '')).parentElement;
      expect(card?.textContent).toContain(figure);
    }
  });

  it('requests the company of the top bar and the chosen type, and every company without that filter', async () => {
    const { router, sent } = await show('&type=field');
    await screen.findByRole('heading', { name: 'Field key' });
    expect(sent(LIST)[0]?.url.search).toBe('?companyId=1&keyType=field&limit=200');
    await press('Clear filter Company');
    await waitFor(() => expect(router.state.location.search).toContain('in=all'));
    await waitFor(() => expect(sent(LIST).at(-1)?.url.search).toBe('?keyType=field&limit=200'));
  });

  it('shows for each expired version whether it can be deleted', async () => {
    await show();
    const isDisabled = async (version: number, reason: RegExp) => {
      const name = `Delete version ${version}`;
      return (await rowOf(reason)).getByRole<HTMLButtonElement>('button', { name }).disabled;
    };
    expect(await isDisabled(2, /^60 rows are still encrypted with it/)).toBe(true);
    expect(await isDisabled(1, /^Archives were written with it/)).toBe(true);
    expect(await isDisabled(1, /^Nothing is encrypted with it/)).toBe(false);
  });

  it('keeps the confirmation open if rows use the key, and shows their number', async () => {
    const message = '1,234 rows are still encrypted under this key';
    const refusal = { status: 409, reason: 'KEY_HAS_ROWS', detail: message, message };
    const { sent } = await show('', { 'DELETE /encryption-keys/4': problem(409, refusal) });
    (await rowOf(/^Nothing is encrypted with it/)).getByRole('button', { name: 'Delete version 1' }).click();
    expect((await opened()).textContent).toContain('can no longer be restored');
    await pressIn('Delete version');
    expect(await within(await opened()).findByText(message)).toBeTruthy();
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  });

  it('requires company and key type before it rotates', async () => {
    const { sent } = await show('&rotate=new');
    await type('Company', '');
    await pressIn('Rotate Key');
    for (const text of ['Company is required', 'Key type is required'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(sent(ROTATE)).toHaveLength(0);
  });

  it('rotates the key of a card', async () => {
    const { sent } = await show();
    await press('Rotate the Field key of Asha Bank');
    await pressIn('Rotate Key');
    expect(await screen.findByText('Rotation started')).toBeTruthy();
    expect(sent(ROTATE).map(({ body }) => body)).toEqual([{ companyId: 1, keyType: 'field' }]);
    expect(sent(ROTATIONS)).toHaveLength(2);
  });

  it.each([
    [404, 'NOT_FOUND', 'Not found', /^This company has no such key yet/],
    [409, 'ROTATION_RUNNING', 'The former rotation of this key has not ended yet', /^The former rotation/],
    [500, undefined, undefined, /^Failed to rotate encryption key$/],
  ])('explains a %d', async (status, reason, detail, text) => {
    await show('&rotate=1-backup', { [ROTATE]: problem(status, { status, reason, detail }) });
    await pressIn('Rotate Key');
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('follows a rotation to its end, then fetches the keys again', async () => {
    const states = [
      rotation,
      { ...rotation, rewrapped: 1000 },
      { ...rotation, rewrapped: 1000, status: 'done', finishedAt: daysOn(0) },
    ];
    const { sent } = await show('', {
      [ROTATIONS]: () => [states.length > 1 ? states.shift() : states[0]],
    });
    for (const text of ['25% · 50 people/s · 15 s left', /^All data has moved/, 'Rotation finished'])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText('Rotations in progress')).toBeNull();
    expect(sent(ROTATIONS)).toHaveLength(3);
    await waitFor(() => expect(sent(LIST)).toHaveLength(2));
  });

  it('shows a rotation that is blocked', async () => {
    await show('', { [ROTATIONS]: [{ ...rotation, status: 'blocked' }] });
    expect(await screen.findByText(/could not be decrypted and was not moved/)).toBeTruthy();
    expect(screen.getByText('Blocked')).toBeTruthy();
  });

  it('offers no change to a user who does not administer the company', async () => {
    const companies = [{ id: 1, name: 'Asha Bank', role: 'pii_view' as const, permissions: [] }];
    await show('', {}, { role: 'admin', permissions: ['encryption:manage'], companies });
    await screen.findByRole('heading', { name: 'Field key' });
    for (const name of [/Rotate/, /Delete version/])
      expect(screen.queryByRole('button', { name })).toBeNull();
  });
});
