import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Button } from './button.tsx';
import { OnceDialog } from './once-dialog.tsx';

const QUESTION = 'Close without copying the secret?';

/** Opens the dialog over a screen with a button; resolves when the dialog has the focus. */
async function show() {
  const onClose = vi.fn();
  renderApp(
    <>
      <Button>Opener</Button>
      <OnceDialog title="Made" isAtRisk onClose={onClose}>
        secret
      </OnceDialog>
    </>,
  );
  const dialog = screen.getByRole('dialog');
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  return onClose;
}

describe('OnceDialog', () => {
  it('asks before it closes an uncopied secret', async () => {
    const onClose = await show();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    expect(await screen.findByText(QUESTION)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close anyway' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('stays open when the focus moves to the screen behind it', async () => {
    const onClose = await show();
    await act(async () => {
      screen.getByText('Opener').focus();
      await new Promise(requestAnimationFrame);
    });
    expect(screen.queryByText(QUESTION)).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });
});
