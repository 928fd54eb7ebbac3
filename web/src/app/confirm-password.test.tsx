import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { client } from '../client/client.ts';
import { answerProof, isProofRequested } from '../session/proof-request.ts';
import { endSession, startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { problem, stubApi } from '../testing/stub-api.ts';
import { ConfirmPassword } from './app.tsx';

const ACCEPT = 'POST /link-agreements/{id}/accept';
const needsProof = () =>
  problem(403, { status: 403, reason: 'FRESH_PROOF_REQUIRED', message: 'Confirm your password' });
const accept = () => client.call(ACCEPT, { params: { id: 4 } });

/** A stub API that requires the password until it is confirmed. */
function vault(password = 'right') {
  let isProven = false;
  return stubApi({
    'GET /auth/factors': { factors: [], recoveryCodesLeft: 0, required: false, proofs: ['password'] },
    'POST /auth/confirm': ({ body }: { body: unknown }) => {
      isProven = JSON.stringify(body) === JSON.stringify({ password });
      return isProven
        ? { success: true, provenUntil: '2026-11-21T08:05:00.000Z' }
        : problem(400, { status: 400, reason: 'WRONG_PASSWORD', message: 'Current password is incorrect' });
    },
    'POST /link-agreements/4/accept': () => (isProven ? { id: 4 } : needsProof()),
  });
}

function give(field: HTMLElement, password: string): void {
  fireEvent.change(field, { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
}

afterEach(() => answerProof(false));

describe('an action that requires a password confirmation', () => {
  it('asks for the password once and is repeated', async () => {
    const calls = vault();
    renderApp(<ConfirmPassword />);
    const [one, other] = [accept(), accept()];
    give(await screen.findByLabelText('Password'), 'wrong');
    expect(await screen.findByText('Current password is incorrect')).toBeTruthy();
    give(screen.getByLabelText('Password'), 'right');
    expect(await Promise.all([one, other])).toEqual([{ id: 4 }, { id: 4 }]);
    // A closed dialog stays in the document until its animation ends, which jsdom may never report.
    const state = () => screen.queryByRole('dialog')?.getAttribute('data-state') ?? 'closed';
    await waitFor(() => expect(state()).toBe('closed'));
    expect(calls.map(({ key }) => key).filter((key) => key === 'POST /auth/confirm')).toHaveLength(2);
  });

  it.each([
    ['the dialog is closed', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    ['the user logs out', endSession],
    ['another user signs in', () => startSession('t2', sampleUser({ id: 2 }))],
  ])('fails without a repetition if %s', async (_, end) => {
    startSession('t1', sampleUser());
    const calls = vault();
    renderApp(<ConfirmPassword />);
    const refused = expect(accept()).rejects.toMatchObject({ reason: 'FRESH_PROOF_REQUIRED' });
    await screen.findByRole('button', { name: 'Cancel' });
    act(end as () => void);
    await refused;
    expect(isProofRequested()).toBe(false);
    expect(calls.filter(({ key }) => key.startsWith('POST /link-agreements'))).toHaveLength(1);
  });

  it('accepts a code of the app, and no password if the role requires a second factor', async () => {
    const calls = stubApi({
      'GET /auth/factors': { factors: [], recoveryCodesLeft: 9, required: true, proofs: ['totp'] },
      'POST /auth/confirm': { success: true, provenUntil: '2026-11-21T08:05:00.000Z' },
      'POST /link-agreements/4/accept': () =>
        calls.some(({ key }) => key === 'POST /auth/confirm') ? { id: 4 } : needsProof(),
    });
    renderApp(<ConfirmPassword />);
    const accepted = accept();
    give(await screen.findByLabelText('Code'), '123 456');
    expect(await accepted).toEqual({ id: 4 });
    expect(screen.queryByText('Use the password')).toBeNull();
    expect(calls.find(({ key }) => key === 'POST /auth/confirm')?.body).toEqual({ code: '123 456' });
  });

  it('offers the other factors of the user', async () => {
    stubApi({
      'GET /auth/factors': {
        factors: [],
        recoveryCodesLeft: 9,
        required: false,
        proofs: ['passkey', 'totp', 'password'],
      },
      'POST /link-agreements/4/accept': needsProof,
    });
    renderApp(<ConfirmPassword />);
    const refused = expect(accept()).rejects.toMatchObject({ reason: 'FRESH_PROOF_REQUIRED' });
    fireEvent.click(await screen.findByRole('button', { name: 'Use the password' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Use an authenticator app' }));
    expect(screen.getByLabelText('Code')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await refused;
  });
});
