import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Dialog } from './dialog.tsx';

const two = (first: boolean, second: boolean) => (
  <>
    <Dialog isOpen={first} onClose={() => {}} title="first" />
    <Dialog isOpen={second} onClose={() => {}} title="second" />
  </>
);

it('locks the scroll of the page while a dialog is open, without a property on the root', async () => {
  for (const shown of [two(true, false), two(true, true)]) {
    const { unmount } = renderApp(shown);
    expect(document.body.style.overflow).toBe('hidden');
    // Ark has started what it does for an open dialog.
    await waitFor(() => expect(document.body.hasAttribute('data-inert')).toBe(true));
    // A custom property on the root would restyle the whole document.
    expect(document.documentElement.style.getPropertyValue('--scrollbar-width')).toBe('');
    unmount();
    expect(document.body.style.overflow).toBe('');
  }
});
