import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Combobox } from './combobox.tsx';
import { Dialog } from './dialog.tsx';

const OPTIONS = [
  { value: 'kyc', label: 'KYC' },
  { value: 'fraud_prevention', label: 'Fraud prevention' },
];

function Purpose() {
  const [value, setValue] = useState('');
  const [isOpen, setOpen] = useState(true);
  return (
    <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Ask">
      <Combobox
        aria-label="Purpose"
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        options={OPTIONS}
      />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </Dialog>
  );
}
function show(): HTMLInputElement {
  renderApp(<Purpose />);
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Purpose' });
}
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

async function frames(): Promise<void> {
  for (let frame = 0; frame < 10; frame += 1)
    await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}

describe('Combobox', () => {
  it('offers names with their values, filtered by the input, and preselects none', () => {
    const input = show();
    expect(input.value).toBe('');
    expect(offered()).toEqual([]);
    fireEvent.click(input);
    expect(offered()).toEqual(['KYCkyc', 'Fraud preventionfraud_prevention']);
    fireEvent.change(input, { target: { value: 'prev' } });
    expect(offered()).toEqual(['Fraud preventionfraud_prevention']);
  });

  it('selects by arrow keys and Enter', () => {
    const input = show();
    input.focus();
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'ArrowUp' });
    expect(input.getAttribute('aria-activedescendant')).toBe(screen.getAllByRole('option')[1]?.id);
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(input.value).toBe('fraud_prevention');
    expect(offered()).toEqual([]);
    expect(document.activeElement).toBe(input);
  });

  it('accepts a completely typed name as its value, on Enter and on blur', () => {
    const input = show();
    input.focus();
    fireEvent.change(input, { target: { value: 'Fraud prevention' } });
    fireEvent.keyDown(input, { key: 'Enter' });
    expect(input.value).toBe('fraud_prevention');
    fireEvent.change(input, { target: { value: 'kyC' } });
    fireEvent.blur(input);
    expect(input.value).toBe('kyc');
  });

  it('stays empty on blur after the form cleared it', () => {
    const input = show();
    fireEvent.change(input, { target: { value: 'KYC' } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    fireEvent.blur(input);
    expect(input.value).toBe('');
  });

  it('leaves Enter to an active input method', () => {
    const input = show();
    input.focus();
    fireEvent.keyDown(input, { key: 'ArrowDown' });
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    expect(input.value).toBe('');
  });

  it('shows its list above the dialog without clipping, and a click in it keeps the dialog open', async () => {
    const input = show();
    await frames();
    fireEvent.click(input);
    await frames();
    expect(screen.getByRole('dialog').contains(screen.getByRole('listbox'))).toBe(false);
    expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    const [option] = screen.getAllByRole('option');
    if (option) for (const event of [fireEvent.pointerDown, fireEvent.click]) event(option);
    await frames();
    expect(input.value).toBe('kyc');
    expect(offered()).toEqual([]);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    expect(document.activeElement).toBe(input);
  });

  it('accepts any other text', () => {
    const input = show();
    fireEvent.change(input, { target: { value: 'audit_2026' } });
    expect(input.value).toBe('audit_2026');
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('closes its list on Escape, and the dialog around it on the next one', async () => {
    const input = show();
    input.focus();
    // A dialog listens for Escape a few frames after it has opened.
    await frames();
    fireEvent.click(input);
    fireEvent.keyDown(input, { key: 'Escape' });
    expect(offered()).toEqual([]);
    await frames();
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await waitFor(() => {
      fireEvent.keyDown(input, { key: 'Escape' });
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});
