import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { FormDialog } from './form-dialog.tsx';

const buttonNamed = (name: string) => screen.getByRole('button', { name });

function show() {
  const onClose = vi.fn();
  const onSubmit = vi.fn();
  renderApp(
    <FormDialog title="Edit" isDirty onClose={onClose} onSubmit={onSubmit} submit="Save" pending={false}>
      text
    </FormDialog>,
  );
  return { onClose, onSubmit };
}

describe('FormDialog', () => {
  it('asks before it discards input', () => {
    const { onClose, onSubmit } = show();
    fireEvent.click(buttonNamed('Cancel'));
    expect(screen.getByRole('alert').textContent).toBe('Discard your changes?');
    fireEvent.click(buttonNamed('Discard'));
    expect(onClose).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('does not turn the button that keeps editing into the one that submits', () => {
    const { onClose } = show();
    fireEvent.click(buttonNamed('Cancel'));
    const keep = buttonNamed('Keep editing');
    fireEvent.click(keep);
    // A browser runs the default action after React has rendered again: an element of type submit would submit.
    expect(keep.getAttribute('type')).toBe('button');
    expect(keep.isConnected).toBe(false);
    expect(document.activeElement).toBe(buttonNamed('Cancel'));
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is not submitted by Enter while it asks, but is afterwards', () => {
    const { onSubmit } = show();
    const form = document.querySelector('form') as HTMLFormElement;
    fireEvent.click(buttonNamed('Cancel'));
    // What a browser does at Enter in the only field of a form without a submit button; true: it loads the page.
    expect(fireEvent.submit(form)).toBe(false);
    expect(onSubmit).not.toHaveBeenCalled();
    fireEvent.click(buttonNamed('Keep editing'));
    fireEvent.submit(form);
    expect(onSubmit).toHaveBeenCalledOnce();
  });
});
