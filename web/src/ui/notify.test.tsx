import { Problem } from '@pii-vault/contract/problem';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';
import { LONG_TOAST_MS, notify } from './notify.tsx';

const problem = (status: number) => new Problem(status, JSON.stringify({ requestId: 'req-7' }));

/** Position of the toasts. */
async function place() {
  const group = await screen.findByRole('region', { name: /^Notifications/ });
  const { top, alignItems } = group.style;
  return { top, alignItems };
}
const corner = { top: '', alignItems: 'flex-end' };
const middle = { top: '1rem', alignItems: 'center' };

afterEach(() => vi.useRealTimers());

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

  it('leave the end of a session to the login', () => {
    renderApp(null);
    act(() => notify.error('ended', 'text', { error: problem(401) }));
    expect(screen.queryByText('ended')).toBeNull();
  });

  it('stay for 5 s, long ones for 10 s, and a refusal shows its request id', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
    renderApp(null);
    act(() => notify.success('short'));
    await wait(100);
    expect(screen.getByText('short')).toBeTruthy();
    await wait(6000);
    expect(screen.queryByText('short')).toBeNull();
    act(() => notify.error('long', 'text', { durationMs: LONG_TOAST_MS, error: problem(503) }));
    await wait(9000);
    expect(screen.getByText('long')).toBeTruthy();
    expect(screen.getByText('req-7')).toBeTruthy();
    await wait(2000);
    expect(screen.queryByText('long')).toBeNull();
  });
});
