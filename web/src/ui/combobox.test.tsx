import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Combobox, OpenList } from './combobox.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

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

function PurposeForm({ onSubmit }: { onSubmit: (values: { purpose: string }) => void }) {
  const { register, handleSubmit } = useForm({ defaultValues: { purpose: 'marketing' } });
  return (
    <form onSubmit={handleSubmit((values) => onSubmit(values))}>
      <Field label="Purpose">
        {(control) => <Combobox {...control} {...register('purpose')} options={OPTIONS} />}
      </Field>
    </form>
  );
}

/** Waits until the dialog has hidden what is outside of it from assistive technology: a list that opens later stays. */
async function show(): Promise<HTMLInputElement> {
  renderApp(<Purpose />);
  await waitFor(() => expect(document.querySelector('[data-aria-hidden]')).not.toBeNull());
  return screen.getByRole<HTMLInputElement>('combobox', { name: 'Purpose' });
}
const offered = () => screen.queryAllByRole('option').map((option) => option.textContent);

async function frames(): Promise<void> {
  for (let frame = 0; frame < 10; frame += 1)
    await act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
}

/** Waits until the list shows these options: Chakra handles an event in a later task. */
const shows = (...texts: readonly string[]) => waitFor(() => expect(offered()).toEqual(texts));
const marked = (input: HTMLElement) =>
  document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent;
const marks = (input: HTMLElement, text: string | undefined) =>
  waitFor(() => expect(marked(input)).toBe(text));
const press = (input: HTMLElement, key: string) => fireEvent.keyDown(input, { key });
const KYC = 'KYCkyc';
const FRAUD = 'Fraud preventionfraud_prevention';

describe('Combobox', () => {
  it('offers names with their values, filtered by the input, and preselects none', async () => {
    const input = await show();
    expect(input.value).toBe('');
    expect(offered()).toEqual([]);
    fireEvent.click(input);
    await shows(KYC, FRAUD);
    expect(marked(input)).toBeUndefined();
    expect(input.dir, 'Chakra sets the direction of the page').toBe('auto');
    expect(screen.getByRole('listbox', { name: 'Suggestions' })).toBeTruthy();
    fireEvent.change(input, { target: { value: 'prev' } });
    await shows(FRAUD);
    expect(input.getAttribute('aria-expanded')).toBe('true');
  });

  it('accepts a completely typed name as its value, on Enter and on blur', async () => {
    const input = await show();
    act(() => input.focus());
    fireEvent.change(input, { target: { value: 'Fraud prevention' } });
    press(input, 'Enter');
    await waitFor(() => expect(input.value).toBe('fraud_prevention'));
    fireEvent.change(input, { target: { value: 'kyC' } });
    fireEvent.blur(input);
    await waitFor(() => expect(input.value).toBe('kyc'));
    await shows();
  });

  it('leaves the focus where the user moves it, and closes', async () => {
    const input = await show();
    const clear = screen.getByRole('button', { name: 'Clear' });
    act(() => input.focus());
    fireEvent.change(input, { target: { value: 'ky' } });
    await shows(KYC);
    await frames();
    act(() => clear.focus());
    await frames();
    expect(document.activeElement).toBe(clear);
    await shows();
  });

  it('stays empty on blur after the form cleared it', async () => {
    const input = await show();
    fireEvent.change(input, { target: { value: 'KYC' } });
    fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
    fireEvent.blur(input);
    await frames();
    expect(input.value).toBe('');
  });

  it('leaves Enter to an active input method', async () => {
    const input = await show();
    act(() => input.focus());
    press(input, 'ArrowDown');
    await marks(input, KYC);
    fireEvent.keyDown(input, { key: 'Enter', isComposing: true });
    await frames();
    expect(input.value).toBe('');
  });

  it('shows its list above the dialog without clipping, and a click in it keeps the dialog open', async () => {
    const input = await show();
    await frames();
    fireEvent.click(input);
    await shows(KYC, FRAUD);
    await frames();
    expect(screen.getByRole('dialog').contains(screen.getByRole('listbox'))).toBe(false);
    expect(input.getAttribute('aria-controls')).toBe(screen.getByRole('listbox').id);
    const [option] = screen.getAllByRole('option');
    if (option) for (const event of [fireEvent.pointerDown, fireEvent.click]) event(option);
    await waitFor(() => expect(input.value).toBe('kyc'));
    await shows();
    expect(screen.queryByRole('dialog')).not.toBeNull();
    expect(document.activeElement).toBe(input);
  });

  it('accepts any other text', async () => {
    const input = await show();
    fireEvent.change(input, { target: { value: 'audit_2026' } });
    await frames();
    expect(input.value).toBe('audit_2026');
    expect(input.getAttribute('aria-expanded')).toBe('false');
    press(input, 'Enter');
    fireEvent.blur(input);
    await frames();
    expect(input.value).toBe('audit_2026');
  });

  it('is a field of a form: registered, named by its label, and submitted by Enter', async () => {
    const onSubmit = vi.fn();
    renderApp(<PurposeForm onSubmit={onSubmit} />);
    const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Purpose' });
    expect(input.value).toBe('marketing');
    fireEvent.change(input, { target: { value: 'fr' } });
    await shows(FRAUD);
    press(input, 'ArrowDown');
    await marks(input, FRAUD);
    press(input, 'Enter');
    await waitFor(() => expect(input.value).toBe('fraud_prevention'));
    fireEvent.submit(input);
    await waitFor(() => expect(onSubmit).toHaveBeenCalledWith({ purpose: 'fraud_prevention' }));
  });

  it('closes its list on Escape, and the dialog around it on the next one', async () => {
    const input = await show();
    act(() => input.focus());
    // A dialog listens for Escape a few frames after it has opened.
    await frames();
    fireEvent.click(input);
    await shows(KYC, FRAUD);
    await frames();
    press(input, 'Escape');
    await shows();
    await frames();
    expect(screen.queryByRole('dialog')).not.toBeNull();
    await waitFor(() => {
      press(input, 'Escape');
      expect(screen.queryByRole('dialog')).toBeNull();
    });
  });
});

describe('OpenList', () => {
  const groups = [
    { label: '', options: [{ value: '', label: 'All' }] },
    { label: 'Keys', options: [{ value: 'key_rotate', label: 'Key rotated' }] },
    { label: 'People', options: [{ value: 'erase', label: 'Person erased' }] },
  ];
  function showList(value = 'key_rotate') {
    const onChoose = vi.fn();
    const onSearch = vi.fn();
    renderApp(
      <OpenList
        name="Action"
        inputName="Search: Action"
        search=""
        onSearch={onSearch}
        groups={groups}
        value={value}
        onChoose={onChoose}
      />,
    );
    const input = screen.getByRole('combobox', { name: 'Search: Action' });
    return { input, onChoose, onSearch };
  }

  it('is a list with named groups, marks the selected option, and is chosen from by keys, again, and by a click', async () => {
    const { input, onChoose } = showList();
    await marks(input, 'Key rotated');
    const list = screen.getByRole('listbox', { name: 'Action' });
    expect(input.getAttribute('aria-controls')).toBe(list.id);
    expect(input.getAttribute('aria-expanded')).toBe('true');
    const [option] = within(within(list).getByRole('group', { name: 'Keys' })).getAllByRole('option');
    expect(option?.getAttribute('aria-selected')).toBe('true');
    expect(within(list).getAllByRole('group')).toHaveLength(2);
    press(input, 'Enter');
    await waitFor(() => expect(onChoose).toHaveBeenCalledWith({ value: 'key_rotate', label: 'Key rotated' }));
    press(input, 'ArrowDown');
    await marks(input, 'Person erased');
    press(input, 'ArrowDown');
    await marks(input, 'All');
    press(input, 'Enter');
    await waitFor(() => expect(onChoose).toHaveBeenLastCalledWith({ value: '', label: 'All' }));
    const erased = { value: 'erase', label: 'Person erased' };
    fireEvent.click(screen.getByRole('option', { name: erased.label }));
    await waitFor(() => expect(onChoose).toHaveBeenLastCalledWith(erased));
  });

  it('marks the first option after typing', async () => {
    const { input, onSearch } = showList();
    await marks(input, 'Key rotated');
    fireEvent.change(input, { target: { value: 'e' } });
    await marks(input, 'All');
    expect(onSearch).toHaveBeenCalledWith('e');
  });
});
