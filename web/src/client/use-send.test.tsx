import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { endSession, expireSession, readSession, startSession } from '../session/session-store.ts';
import { renderApp } from '../testing/render.tsx';
import { sampleUser } from '../testing/samples.ts';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useSend } from './use-send.ts';

interface ChangingProps {
  change: (name: string) => Promise<string>;
  outcome: {
    done: (result: string, isOpen: boolean) => void;
    failed: (error: unknown, isOpen: boolean) => void;
  };
  onClose: () => void;
}

function Changing({ change, outcome, onClose }: ChangingProps) {
  const [isPending, setPending] = useState(false);
  const send = useSend(change, onClose);
  return (
    <FormDialog
      title="Edit"
      isDirty
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setPending(true);
        void send('name', outcome);
      }}
      submit="Save"
      pending={isPending}
    >
      text
    </FormDialog>
  );
}

function Closing({ onClose, ...rest }: ChangingProps) {
  const [isOpen, setOpen] = useState(true);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return isOpen ? <Changing {...rest} onClose={close} /> : null;
}

/** A dialog whose change is sent, and ends when the test says so. */
async function show() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = vi.fn(() => promise);
  const outcome = { done: vi.fn(), failed: vi.fn() };
  const closed = vi.fn();
  renderApp(<Closing change={sent} outcome={outcome} onClose={closed} />);
  const dialog = await screen.findByRole('dialog');
  // It is set up some frames after it was rendered.
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  fireEvent.submit(document.querySelector('form') as HTMLFormElement);
  return { ...outcome, sent, closed, resolve, reject };
}

/** Cancel while the change runs. */
async function cancel() {
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

beforeEach(() => startSession('t1', sampleUser()));

describe('useSend', () => {
  it('closes the open dialog after a success and reports it', async () => {
    const { closed, done, resolve } = await show();
    expect(closed).not.toHaveBeenCalled();
    resolve('saved');
    await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('saved', true));
    expect(closed).toHaveBeenCalledOnce();
  });

  it('leaves the dialog open after a failure, which can be shown in it', async () => {
    const { closed, failed, reject } = await show();
    const error = new Error('refused');
    reject(error);
    await waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(error, true));
    expect(closed).not.toHaveBeenCalled();
  });

  it('does not send a second time while the first runs', async () => {
    const { done, resolve } = await show();
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    resolve('saved');
    await waitFor(() => expect(done).toHaveBeenCalled());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(done).toHaveBeenCalledOnce();
  });

  it('reports a success after the dialog was closed, and closes nothing that was opened meanwhile', async () => {
    const { closed, done, resolve } = await show();
    await cancel();
    resolve('saved');
    await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('saved', false));
    // Once, by Cancel.
    expect(closed).toHaveBeenCalledOnce();
  });

  it('reports a failure after the dialog was closed as one that no dialog can show', async () => {
    const { failed, reject } = await show();
    await cancel();
    const error = new Error('refused');
    reject(error);
    await waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(error, false));
  });

  const logout = () => endSession();
  const another = () => startSession('t2', sampleUser({ id: 2 }));
  it.each([
    ['a logout', [logout]],
    ['the sign-in of another user', [another]],
    ['an expiry and a logout', [() => expireSession('t1'), logout]],
    ['an expiry and the sign-in of another user', [() => expireSession('t1'), another]],
  ])('reports nothing after %s', async (_, changes) => {
    for (const end of ['resolve', 'reject'] as const) {
      const sent = await show();
      for (const change of changes) act(change);
      await act(async () => sent[end]('secret'));
      expect(sent.done).not.toHaveBeenCalled();
      expect(sent.failed).not.toHaveBeenCalled();
      expect(sent.closed).not.toHaveBeenCalled();
      cleanup();
      startSession('t1', sampleUser());
    }
  });

  it('reports at once what is sent while the session has expired: it belongs to the sign-in', async () => {
    expireSession('t1');
    const { done, resolve } = await show();
    resolve('codes');
    await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('codes', true));
  });

  it('sends nothing after another user has signed in in another tab', async () => {
    localStorage.setItem('auth_user', JSON.stringify(sampleUser({ id: 2 })));
    localStorage.setItem('auth_token', 't2');
    const { sent } = await show();
    expect(readSession().user?.id).toBe(2);
    expect(sent).not.toHaveBeenCalled();
  });

  it('reports an outcome that comes after the session has expired when the user has signed in again', async () => {
    const { done, resolve } = await show();
    act(() => expireSession('t1'));
    await act(async () => resolve('secret'));
    expect(done).not.toHaveBeenCalled();
    act(() => startSession('t2', sampleUser()));
    await waitFor(() => expect(done).toHaveBeenCalledExactlyOnceWith('secret', true));
  });
});

describe('FormDialog', () => {
  it('keeps text that is being sent when Close is clicked: the vault may refuse it', async () => {
    const { closed } = await show();
    // The dialog calls onClose after the click.
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Close' })));
    expect(closed).not.toHaveBeenCalled();
    expect(screen.getByRole('dialog')).toBeTruthy();
  });

  it('does not ask whether to discard input that is being sent', async () => {
    await show();
    await cancel();
    expect(screen.queryByText('Discard your changes?')).toBeNull();
  });
});
