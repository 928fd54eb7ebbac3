import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LatePart, lateDialog, latePart } from './late-part.tsx';
import * as page from './reload-page.ts';

const Found = ({ name }: { name: string }) => <p>here is {name}</p>;
const load = vi.fn<() => Promise<typeof Found>>();
const failure = new TypeError('Failed to fetch dynamically imported module');

function show(options?: Parameters<typeof latePart>[1]) {
  const Part = latePart(load, options);
  return renderApp(
    <>
      <input aria-label="typed" />
      <Suspense fallback={<p>loading</p>}>
        <Part name="it" />
      </Suspense>
    </>,
  );
}

const spyReload = () => vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
const online = (isOnline: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
const retry = () => fireEvent.click(screen.getByRole('button', { name: 'Retry' }));

beforeEach(() => {
  load.mockReset();
  online(true);
});

describe('latePart', () => {
  it('reports a failed fetch in its place, keeps the screen, and appears after Retry', async () => {
    load.mockRejectedValue(failure);
    show();
    fireEvent.change(await screen.findByLabelText('typed'), { target: { value: 'kept' } });
    expect(await screen.findByText('This part could not be loaded')).toBeTruthy();
    expect(screen.getByText(/^Try again\. If this continues, reload the page/)).toBeTruthy();
    expect(screen.queryByText('loading')).toBeNull();
    load.mockResolvedValue(Found);
    retry();
    expect(await screen.findByText('here is it')).toBeTruthy();
    expect((screen.getByLabelText('typed') as HTMLInputElement).value).toBe('kept');
  });

  it('offers a reload once Retry has failed: the browser may cache the failure', async () => {
    const reload = spyReload();
    load.mockRejectedValue(failure);
    show();
    const alert = await screen.findByRole('alert');
    expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull();
    retry();
    fireEvent.click(await screen.findByRole('button', { name: 'Reload page' }));
    expect(reload).toHaveBeenCalledOnce();
    expect(screen.getByText(/Unsaved input will be lost\.$/)).toBeTruthy();
    // Screen readers announce an alert only when it is added.
    expect(screen.getByRole('alert')).not.toBe(alert);
  });

  it.each([
    ['reloads the page where a reload loses no input', true],
    ['does not reload it without a network: it would lose the page', false],
  ])('%s', async (_, isOnline) => {
    const reload = spyReload();
    online(isOnline);
    load.mockRejectedValue(failure);
    show({ mayReload: () => true });
    const alert = await screen.findByRole('alert');
    expect(reload).not.toHaveBeenCalled();
    retry();
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBe(alert));
    expect(reload).toHaveBeenCalledTimes(isOnline ? 1 : 0);
    if (isOnline) return;
    expect(screen.getByText('Network error. Please try again.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull();
  });

  it('is pending while it is fetched, and has the focus afterwards', async () => {
    load.mockRejectedValue(failure);
    show();
    await screen.findByRole('alert');
    const late = Promise.withResolvers<typeof Found>();
    load.mockReturnValue(late.promise);
    const button = screen.getByRole('button', { name: 'Retry' });
    button.focus();
    retry();
    expect(button.getAttribute('aria-busy')).toBe('true');
    late.resolve(Found);
    const part = await screen.findByText('here is it');
    expect(document.activeElement).not.toBe(document.body);
    expect(document.activeElement).toBe(part.parentElement);
  });
});

const Shown = ({ name, onClose }: { name: string; onClose: () => void }) => (
  <Dialog isOpen onClose={onClose} title={name} />
);

describe('lateDialog', () => {
  const loadDialog = vi.fn<() => Promise<typeof Shown>>();
  const onClose = vi.fn();
  const open = () => {
    const Late = lateDialog(loadDialog);
    return renderApp(<Late name="Find" onClose={onClose} />);
  };
  beforeEach(() => {
    loadDialog.mockReset();
    onClose.mockReset();
  });

  it('reports a failed load in a dialog, which Retry replaces', async () => {
    loadDialog.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValue(Shown);
    open();
    expect(screen.queryByRole('dialog')).toBeNull();
    const failed = await screen.findByRole('dialog', { name: 'Not loaded' });
    expect(within(failed).getByText('This dialog could not be loaded')).toBeTruthy();
    retry();
    expect(await screen.findByRole('button', { name: 'Reload page' })).toBeTruthy();
    expect(failed.contains(document.activeElement)).toBe(true);
    retry();
    expect(await screen.findByRole('dialog', { name: 'Find' })).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Not loaded' })).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('can be closed after a failed load, and loads again when it is opened again', async () => {
    loadDialog.mockRejectedValueOnce(failure).mockResolvedValue(Shown);
    const { unmount } = open();
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    unmount();
    open();
    expect(await screen.findByRole('dialog', { name: 'Find' })).toBeTruthy();
  });
});

describe('the console', () => {
  it('uses no plain React.lazy, whose failure would replace the whole screen', () => {
    const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
      query: '?raw',
      import: 'default',
      eager: true,
    });
    const users = Object.entries(sources).filter(([, text]) =>
      /import \{[^}]*\blazy\b[^}]*\} from 'react'/.test(text),
    );
    expect(users.map(([path]) => path.split('/').at(-1))).toEqual(['late-part.tsx']);
  });
});

describe('a screen that could not be loaded', () => {
  const show = () =>
    renderApp(<LatePart isScreen load={load} error={failure} props={{ name: 'a screen' }} />);

  it('is retried when it is opened again', async () => {
    load.mockResolvedValueOnce(Found);
    show();
    expect(await screen.findByText('here is a screen')).toBeTruthy();
  });

  it('reports a network error in a card, and is fetched by Retry', async () => {
    online(false);
    load.mockRejectedValueOnce(failure).mockResolvedValueOnce(Found);
    show();
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy();
    expect(screen.getByRole('alert').closest('section'), 'an error without a surface').toBeTruthy();
    retry();
    const found = await screen.findByText('here is a screen');
    expect(found.parentElement?.getAttribute('tabindex'), 'the screen is inside a card').toBe('-1');
  });

  it.each([true, false])(
    'reloads the whole page, as another version may be installed, if online: %s',
    async (isOnline) => {
      online(isOnline);
      const reload = spyReload();
      load.mockRejectedValue(failure);
      show();
      fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
      await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
      await waitFor(() => expect(reload).toHaveBeenCalledTimes(isOnline ? 1 : 0));
    },
  );
});
