import { renderHook } from '@testing-library/react';
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
  it('goes to what opened it', () => {
    put(IN_A_DIALOG);
    const { result, rerender } = open();
    rerender({ isOpen: false });
    expect(result.current()).toBe(byId('opener'));
  });

  it('stays in the dialog behind it when what opened it is gone', () => {
    put(IN_A_DIALOG);
    const { result, rerender } = open();
    rerender({ isOpen: false });
    byId('opener')?.remove();
    expect(result.current()).toBe(byId('behind'));
  });

  it('goes to the content of the page when both are gone', () => {
    put(IN_A_DIALOG);
    const { result, rerender } = open();
    rerender({ isOpen: false });
    byId('behind')?.remove();
    expect(result.current()).toBe(document.querySelector('main'));
  });
});
