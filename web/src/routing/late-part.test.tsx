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
  it('fetches the part when it is shown', async () => {
    load.mockResolvedValue(Found);
    show();
    expect(await screen.findByText('here is it')).toBeTruthy();
    expect(load).toHaveBeenCalledOnce();
  });

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
    expect(screen.getByText(/Input that is not saved is lost\.$/)).toBeTruthy();
    // Screen readers announce an alert only when it is added.
    expect(screen.getByRole('alert')).not.toBe(alert);
  });

  it('offers no reload without a network: it would lose the page', async () => {
    const reload = spyReload();
    online(false);
    load.mockRejectedValue(failure);
    show({ mayReload: () => true });
    const alert = await screen.findByRole('alert');
    retry();
    await vi.waitFor(() => expect(screen.getByRole('alert')).not.toBe(alert));
    expect(screen.getByText('Network error. Please try again.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reload page' })).toBeNull();
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the page where a reload loses no input', async () => {
    const reload = spyReload();
    load.mockRejectedValue(failure);
    show({ mayReload: () => true });
    await screen.findByRole('alert');
    expect(reload).not.toHaveBeenCalled();
    retry();
    await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });

  it('is pending while it is fetched, and has the focus afterwards', async () => {
    load.mockRejectedValue(failure);
    show();
    await screen.findByRole('alert');
    let found = (_: typeof Found): void => {};
    load.mockReturnValue(
      new Promise((resolve) => {
        found = resolve;
      }),
    );
    const button = screen.getByRole('button', { name: 'Retry' });
    button.focus();
    retry();
    expect(button.getAttribute('aria-busy')).toBe('true');
    found(Found);
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

  it('shows nothing until the dialog has loaded', async () => {
    loadDialog.mockResolvedValue(Shown);
    open();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await screen.findByRole('dialog', { name: 'Find' })).toBeTruthy();
    expect(loadDialog).toHaveBeenCalledOnce();
  });

  it('reports a failed load in a dialog, which Retry replaces', async () => {
    loadDialog.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValue(Shown);
    open();
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

const Screen = () => <p>screen</p>;

describe('a screen that could not be loaded', () => {
  const load = vi.fn<() => Promise<typeof Screen>>();
  beforeEach(() => void load.mockReset());

  it('reports a network error, and fetches the screen by Retry', async () => {
    online(false);
    load.mockRejectedValueOnce(failure).mockResolvedValueOnce(Screen);
    renderApp(<LatePart isScreen load={load} error={failure} props={{}} />);
    expect(await screen.findByText('Network error. Please try again.')).toBeTruthy();
    const card = screen.getByRole('alert').closest('section');
    expect(card, 'an error without a surface').toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    const found = await screen.findByText('screen');
    expect(found.parentElement?.getAttribute('tabindex'), 'the screen is inside a card').toBe('-1');
  });

  it('retries when it is opened again', async () => {
    online(true);
    load.mockResolvedValueOnce(Screen);
    renderApp(<LatePart isScreen load={load} error={failure} props={{}} />);
    expect(await screen.findByText('screen')).toBeTruthy();
  });

  it('keeps the page without a network', async () => {
    online(false);
    const reload = vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
    load.mockRejectedValue(failure);
    renderApp(<LatePart isScreen load={load} error={failure} props={{}} />);
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
    expect(reload).not.toHaveBeenCalled();
  });

  it('reloads the whole page if another version is installed', async () => {
    online(true);
    const reload = vi.spyOn(page, 'reloadPage').mockImplementation(() => {});
    load.mockRejectedValue(failure);
    renderApp(<LatePart isScreen load={load} error={failure} props={{}} />);
    expect(await screen.findByText(/^Perhaps a new version/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  });
});
