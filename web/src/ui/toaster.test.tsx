import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';
import { Drawer } from './drawer.tsx';
import { notify } from './toaster.tsx';

/** Position of the toasts. */
async function place() {
  // `hidden`, because an open dialog removes the screen from the accessibility tree.
  const group = await screen.findByRole('region', { name: /^Notifications/, hidden: true });
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

  it.each([
    ['dialog', (isOpen: boolean) => <Dialog isOpen={isOpen} isWide onClose={() => {}} title="wide" />],
    [
      'drawer',
      (isOpen: boolean) => (
        <Drawer isOpen={isOpen} onClose={() => {}} label="edge">
          text
        </Drawer>
      ),
    ],
  ])('do not cover the buttons of an open %s', async (_, shown) => {
    const { unmount } = renderApp(shown(true));
    act(() => notify.error('refused'));
    expect(await screen.findByText('refused')).toBeTruthy();
    expect(await place()).toEqual(middle);
    unmount();
    renderApp(shown(false));
    expect(await place()).toEqual(corner);
  });
});
