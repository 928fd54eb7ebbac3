import { fireEvent, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { latePart } from './late-part.tsx';

const Found = ({ name }: { name: string }) => <p>here is {name}</p>;
const load = vi.fn<() => Promise<typeof Found>>();
const failure = new TypeError('Failed to fetch dynamically imported module');

function show() {
  const Part = latePart(load);
  return renderApp(
    <>
      <input aria-label="typed" />
      <Suspense fallback={<p>loading</p>}>
        <Part name="it" />
      </Suspense>
    </>,
  );
}

beforeEach(() => void load.mockReset());

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
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('here is it')).toBeTruthy();
    expect((screen.getByLabelText('typed') as HTMLInputElement).value).toBe('kept');
  });

  it('stays unchanged while the code cannot be fetched', async () => {
    load.mockRejectedValue(failure);
    show();
    const before = (await screen.findByText('This part could not be loaded')) && load.mock.calls.length;
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(before));
    expect(await screen.findByText('This part could not be loaded')).toBeTruthy();
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
