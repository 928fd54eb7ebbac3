import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';
import { notify } from './notify.tsx';

/** Position of the toasts. */
async function place() {
  const group = await screen.findByRole('region', { name: /^Notifications/ });
  const { top, alignItems } = group.style;
  return { top, alignItems };
}
const corner = { top: '', alignItems: 'flex-end' };
const middle = { top: '1rem', alignItems: 'center' };

describe('toasts', () => {
  it('are in the corner of a screen', async () => {
    renderApp(null);
    act(() => notify.success('saved'));
    expect(await screen.findByText('saved')).toBeTruthy();
    expect(await place()).toEqual(corner);
  });

  const opened = [
    ['dialog', (isOpen: boolean) => <Dialog isOpen={isOpen} isWide onClose={() => {}} title="wide" />],
    [
      'drawer',
      (isOpen: boolean) => (
        <Drawer isOpen={isOpen} onClose={() => {}} label="edge">
          text
        </Drawer>
      ),
    ],
  ] as const;
  it('wait for one with a secret to be closed', async () => {
    renderApp(null);
    act(() => notify.success('made', 'Once', { secret: { value: 'whsec_x', copyLabel: 'Copy' } }));
    expect(await screen.findByText('whsec_x')).toBeTruthy();
    act(() => notify.error('refused'));
    expect(screen.getByText('whsec_x')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('refused')).toBeTruthy();
    expect(screen.queryByText('whsec_x')).toBeNull();
  });

  it('all wait while secrets are read one by one', async () => {
    renderApp(null);
    const say = (value: string) =>
      notify.success('made', 'Once', { durationMs: 3_600_000, secret: { value, copyLabel: 'Copy' } });
    act(() => {
      say('whsec_x');
      notify.error('refused');
      say('whsec_y');
    });
    expect(await screen.findByText('whsec_x')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('refused')).toBeTruthy();
    act(() => notify.success('saved'));
    expect(await screen.findByText('whsec_y')).toBeTruthy();
  });

  it('say nothing about an aborted call', async () => {
    renderApp(null);
    const error = new DOMException('Stopped', 'AbortError');
    act(() => notify.error('refused', 'text', { error }));
    act(() => notify.success('saved'));
    expect(await screen.findByText('saved')).toBeTruthy();
    expect(screen.queryByText('refused')).toBeNull();
  });

  it.each(opened)('do not cover the buttons of an open %s', async (_, shown) => {
    const { unmount } = renderApp(shown(true));
    act(() => notify.error('refused'));
    expect(await screen.findByText('refused')).toBeTruthy();
    expect(await place()).toEqual(middle);
    unmount();
    renderApp(shown(false));
    expect(await place()).toEqual(corner);
  });

  it.each(opened)('are read by screen readers above a %s', async (_, shown) => {
    const { container } = renderApp(shown(true));
    // Next to the dialog the screen is hidden.
    await waitFor(() => expect(container.getAttribute('aria-hidden')).toBe('true'));
    act(() => notify.error('refused'));
    expect((await screen.findByRole('status')).textContent).toContain('refused');
    expect(screen.getByRole('region', { name: /^Notifications/ })).toBeTruthy();
  });
});
