import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { client } from '../client/client.ts';
import { answerProof, isProofRequested } from '../session/proof-request.ts';
import { endSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { problem, stubApi } from '../testing/stub-api.ts';
import { ConfirmPassword } from './confirm-password.tsx';

const ACCEPT = 'POST /link-agreements/{id}/accept';
const needsProof = () =>
  problem(403, { status: 403, reason: 'FRESH_PROOF_REQUIRED', message: 'Confirm your password' });
const accept = () => client.call(ACCEPT, { params: { id: 4 } });

/** The vault asks for the password until it was given. */
function vault(password = 'right') {
  let isProven = false;
  return stubApi({
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

describe('an action that needs the password again', () => {
  it('asks for it once and is repeated', async () => {
    const calls = vault();
    renderApp(<ConfirmPassword />);
    const [one, other] = [accept(), accept()];
    give(await screen.findByLabelText('Password'), 'wrong');
    expect(await screen.findByText('Current password is incorrect')).toBeTruthy();
    give(screen.getByLabelText('Password'), 'right');
    expect(await Promise.all([one, other])).toEqual([{ id: 4 }, { id: 4 }]);
    // It stays in the document until its animation ends, which jsdom may never report.
    const state = () => screen.queryByRole('dialog')?.getAttribute('data-state') ?? 'closed';
    await waitFor(() => expect(state()).toBe('closed'));
    expect(calls.map(({ key }) => key).filter((key) => key === 'POST /auth/confirm')).toHaveLength(2);
  });

  it('fails when the dialog is closed or the session ends, and nothing is repeated', async () => {
    const calls = vault();
    renderApp(<ConfirmPassword />);
    const refused = expect(accept()).rejects.toMatchObject({ reason: 'FRESH_PROOF_REQUIRED' });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await refused;
    const ended = expect(accept()).rejects.toMatchObject({ reason: 'FRESH_PROOF_REQUIRED' });
    await waitFor(() => expect(isProofRequested()).toBe(true));
    endSession();
    await ended;
    expect(calls).toHaveLength(2);
  });
});
