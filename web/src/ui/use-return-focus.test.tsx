import { fireEvent, renderHook, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useReturnFocus } from './use-return-focus.ts';

afterEach(() => document.body.replaceChildren());

function put(html: string): void {
  document.body.innerHTML = html;
}
const byId = (id: string) => document.getElementById(id);
const open = () => {
  byId('opener')?.focus();
  return renderHook(({ isOpen }) => useReturnFocus(isOpen), { initialProps: { isOpen: true } });
};
const IN_A_DIALOG = '<main></main><div role="dialog" id="behind"><button id="opener">Revoke</button></div>';

describe('the focus after a dialog has closed', () => {
  it.each([
    ['returns to the opener', [], '#opener'],
    ['moves to the dialog behind it if the opener is gone', ['opener'], '#behind'],
    ['moves to the content of the page if both are gone', ['behind'], 'main'],
  ])('%s', (_, gone, place) => {
    put(IN_A_DIALOG);
    const { result, rerender } = open();
    rerender({ isOpen: false });
    for (const id of gone) byId(id)?.remove();
    expect(result.current()).toBe(document.querySelector(place));
  });

  const ON_THE_SCREEN = '<main tabindex="-1"><p id="row"><button id="opener">End</button></p></main>';
  const main = () => document.querySelector('main');

  it('moves to the content of the page if its row is removed later', async () => {
    put(ON_THE_SCREEN);
    const { result, unmount } = open();
    unmount();
    result.current()?.focus();
    byId('row')?.remove();
    await waitFor(() => expect(document.activeElement).toBe(main()));
  });

  it('returns from a dialog that closes before it has the focus', async () => {
    put(`${ON_THE_SCREEN}<input id="field">`);
    const { unmount } = open();
    byId('field')?.focus();
    byId('field')?.remove();
    unmount();
    await waitFor(() => expect(document.activeElement).toBe(byId('opener')));
  });

  it('is not changed after the next key press', async () => {
    put(ON_THE_SCREEN);
    const { unmount } = open();
    unmount();
    fireEvent.keyDown(document.body, { key: 'Tab' });
    byId('row')?.remove();
    // Observers run before this.
    await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
    expect(document.activeElement).toBe(document.body);
  });
});
