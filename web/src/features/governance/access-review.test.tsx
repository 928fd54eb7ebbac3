import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { press, pressIn, type, versionOf } from '../../testing/acts.ts';
import { exampleOf, exampleRow } from '../../testing/examples.ts';
import { watchSavedFiles } from '../../testing/saved-files.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

const LINES = 'GET /access-reviews/2/lines';
const decisionOf = (id: number) => `POST /access-reviews/2/lines/${id}/decision`;
const review = { ...exampleOf('GET /access-reviews/{id}'), lines: 4, decided: 1 };
const line = { ...exampleRow('GET /access-reviews/{id}/lines'), role: 'pii_view' };
const lines = [
  { ...line, id: 11, userId: 7, isDormant: true, lastUsedAt: null },
  { ...line, id: 12, userId: 8, userName: 'Asha Rao', role: 'admin' },
  {
    ...line,
    id: 13,
    userId: 9,
    ...{
      userName: null,
      status: null,
      hasSecondFactor: null,
      mayErase: null,
      isDormant: null,
      lastUsedAt: null,
    },
    via: 'super_admin',
    role: 'super_admin',
    obstacle: 'dependent',
  },
  {
    ...line,
    id: 14,
    userId: 8,
    userName: 'Asha Rao',
    kind: 'credential',
    clientId: 'pvc_1',
    decision: 'keep',
    decidedBy: 5,
    decidedByName: 'Ravi Nair',
    decidedAt: line.createdAt,
  },
];

beforeEach(() => localStorage.clear());

const show = (answers: object = {}) =>
  showScreen('/access-reviews/2?company=1', {
    'GET /access-reviews/2': review,
    [LINES]: lines,
    ...Object.fromEntries(lines.map((one) => [decisionOf(one.id), one])),
    ...answers,
  });

describe('an access review', () => {
  it('shows each line with its access and last use, and who may not be decided', async () => {
    const { sent } = await show();
    expect(await screen.findByText('1 of 4 decided')).toBeTruthy();
    for (const text of ['Meera Iyer', 'Unused for 90 days', 'Super Admin 9', 'pvc_1', 'Kept'])
      expect(await screen.findByText(text), text).toBeTruthy();
    expect(screen.getByText('For another person: not independent of you')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep Super Admin 9' })).toBeNull();
    await press('Not decided');
    await waitFor(() => expect(sent(LINES).at(-1)?.url.searchParams.get('open')).toBe('true'));
  });

  it('is decided by keys, in the order of the lines', async () => {
    const { sent } = await show();
    await screen.findByText('Meera Iyer');
    fireEvent.keyDown(document.body, { key: 'v' });
    await waitFor(() => expect(sent(decisionOf(11))[0]?.body).toEqual({ decision: 'keep' }));
    expect(sent(decisionOf(11)).map(versionOf)).toEqual(['"1"']);
    await waitFor(() => expect(sent('GET /access-reviews/2')).toHaveLength(2));
    fireEvent.keyDown(document.body, { key: 'r' });
    expect(await screen.findByText('Revoke the access of Asha Rao?')).toBeTruthy();
  });

  it('revokes an administrator with a reason only, and shows why identity refused', async () => {
    const message = 'This is the last active administrator of the company';
    let isLast = true;
    const { sent } = await show({
      [decisionOf(12)]: () =>
        isLast ? problem(409, { status: 409, reason: 'LAST_ADMINISTRATOR', message }) : lines[1],
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Revoke Asha Rao' }));
    await pressIn('Revoke');
    expect(await screen.findByText('This is required.')).toBeTruthy();
    await type('Reason', 'left');
    await pressIn('Revoke');
    expect(await screen.findByText(message)).toBeTruthy();
    isLast = false;
    await pressIn('Revoke');
    expect(await screen.findByText('Access of Asha Rao revoked')).toBeTruthy();
    expect(sent(decisionOf(12)).map(({ body }) => body)).toEqual(
      Array(2).fill({ decision: 'revoke', reason: 'left' }),
    );
  });

  it('keeps what remains by its count, and says what is left for others', async () => {
    const { sent } = await show({ 'POST /access-reviews/2/keep': { kept: 2, left: 1 } });
    await press('Keep the 3 That Remain');
    await pressIn('Keep');
    expect(await screen.findByText('1 line waits for another person.')).toBeTruthy();
    expect(sent('POST /access-reviews/2/keep')[0]?.body).toEqual({ open: 3 });
  });

  it('is finished when all lines are decided, and its evidence is downloaded', async () => {
    const saved = watchSavedFiles();
    let isFinished = false;
    const finished = { ...review, ...exampleOf('POST /access-reviews/{id}/finish'), lines: 4, decided: 4 };
    const { sent } = await show({
      'GET /access-reviews/2': () => (isFinished ? finished : { ...review, decided: 4, version: 9 }),
      'POST /access-reviews/2/finish': () => {
        isFinished = true;
        return finished;
      },
      'GET /access-reviews/2/evidence': () =>
        new Response('{}', {
          headers: { 'content-disposition': 'attachment; filename="access-review-2.json"' },
        }),
    });
    await press('Finish the Review');
    expect(await screen.findByText('Review finished and signed')).toBeTruthy();
    expect(sent('POST /access-reviews/2/finish').map(versionOf)).toEqual(['"9"']);
    await press('Download Evidence');
    await waitFor(() => expect(saved).toEqual(['access-review-2.json']));
    const table = within(await screen.findByRole('table'));
    expect(table.queryByRole('button', { name: /^Revoke/ })).toBeNull();
  });
});
