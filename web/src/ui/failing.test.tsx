import { Problem } from '@pii-vault/contract/problem';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import type { Column } from './data-table/column.ts';
import { DataTable } from './data-table/data-table.tsx';
import { ErrorState } from './error-state.tsx';
import { LONG_TOAST_MS, notify } from './notify.tsx';
import { RelativeTime } from './relative-time.tsx';
import { StatCard } from './stat-card.tsx';
import { Tooltip } from './tooltip.tsx';

const problem = (status: number) =>
  new Problem(status, JSON.stringify({ message: `status ${status}`, requestId: 'req-7' }));

describe('ErrorState', () => {
  it.each([
    [404, false],
    [403, false],
    [410, false],
    [429, true],
    [503, true],
  ])('of %i offers Retry: %s', (status, expected) => {
    renderApp(<ErrorState error={problem(status)} onRetry={() => {}} />);
    expect(screen.queryByRole('button', { name: 'Retry' }) !== null).toBe(expected);
    expect(screen.getByText('req-7')).toBeTruthy();
  });

  it('reports a network error', () => {
    renderApp(<ErrorState error={new TypeError('Failed to fetch')} onRetry={() => {}} />);
    expect(screen.getByText('Network error. Please try again.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });
});

describe('DataTable', () => {
  interface Row {
    id: number;
  }
  const columns: Column<Row>[] = [{ id: 'id', header: 'Id', cell: (row) => `row ${row.id}` }];
  const table = (props: Partial<Parameters<typeof DataTable<Row>>[0]>) => (
    <DataTable
      id="t"
      label="People"
      columns={columns}
      rows={[{ id: 1 }]}
      rowKey={(row) => String(row.id)}
      empty="none"
      {...props}
    />
  );

  it('keeps its rows when a refresh fails, below a banner', () => {
    const onRetry = vi.fn();
    renderApp(table({ error: new TypeError('Failed to fetch'), onRetry }));
    expect(screen.getByText('row 1')).toBeTruthy();
    expect(screen.getByText(/^Not refreshed: these rows are older\. Network error/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it.each([
    [404, false],
    [503, true],
  ])('offers Retry above older rows after a %i: %s', (status, expected) => {
    renderApp(table({ error: problem(status), onRetry: () => {} }));
    expect(
      screen.getByText(new RegExp(`^Not refreshed: these rows are older\\. status ${status}$`)),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' }) !== null).toBe(expected);
  });

  it('shows only the error if nothing was loaded', () => {
    renderApp(table({ rows: undefined, error: problem(503) }));
    expect(screen.getByText('status 503')).toBeTruthy();
    expect(screen.queryByText(/Not refreshed/)).toBeNull();
  });

  it('is busy while its rows are from an earlier query', () => {
    const { container } = renderApp(table({ isChanging: true }));
    expect(container.querySelector('[aria-busy=true]')?.textContent).toContain('row 1');
  });

  it('always shows the number of rows and their time', () => {
    renderApp(table({ updatedAt: new Date(2026, 10, 21, 10, 42).getTime() }));
    expect(screen.getByText('1 row')).toBeTruthy();
    expect(screen.getByText('Updated 10:42')).toBeTruthy();
  });
});

describe('StatCard', () => {
  it('has a dash and no note for an unknown value', () => {
    renderApp(<StatCard label="People" value={null} note="0 pending" />);
    expect(screen.getByText('–')).toBeTruthy();
    expect(screen.queryByText('0 pending')).toBeNull();
  });
});

describe('notify', () => {
  it('leaves the end of a session to the login', () => {
    renderApp(null);
    act(() => notify.error('ended', 'text', { error: problem(401) }));
    expect(screen.queryByText('ended')).toBeNull();
  });
});

describe('with a clock', () => {
  beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.UTC(2026, 10, 21, 8, 0, 0) }));
  afterEach(() => vi.useRealTimers());
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

  it('a relative time ticks', async () => {
    renderApp(<RelativeTime at="2026-11-21T07:58:00.000Z" />);
    expect(screen.getByText('2 min ago')).toBeTruthy();
    await wait(3 * 60_000);
    expect(screen.getByText('5 min ago')).toBeTruthy();
  });

  it('a toast stays for 5 s, a long one for 10 s, and a refusal shows its request id', async () => {
    renderApp(null);
    act(() => notify.success('short'));
    await wait(100);
    expect(screen.getByText('short')).toBeTruthy();
    await wait(6000);
    expect(screen.queryByText('short')).toBeNull();
    act(() => notify.error('long', 'text', { durationMs: LONG_TOAST_MS, error: problem(503) }));
    await wait(9000);
    expect(screen.getByText('long')).toBeTruthy();
    expect(screen.getByText('req-7')).toBeTruthy();
    await wait(2000);
    expect(screen.queryByText('long')).toBeNull();
  });

  it('a tooltip waits for 700 ms, and opens at once within 300 ms after another', async () => {
    renderApp(
      <>
        <Tooltip label="first name">
          <button type="button">first</button>
        </Tooltip>
        <Tooltip label="second name">
          <button type="button">second</button>
        </Tooltip>
      </>,
    );
    const pointAt = (name: string) => fireEvent.pointerMove(screen.getByText(name), { pointerType: 'mouse' });
    const leave = (name: string) => fireEvent.pointerLeave(screen.getByText(name), { pointerType: 'mouse' });
    const isShown = (label: string) => screen.queryByText(label) !== null;
    pointAt('first');
    await wait(600);
    expect(isShown('first name')).toBe(false);
    await wait(200);
    expect(isShown('first name')).toBe(true);
    leave('first');
    await wait(200);
    pointAt('second');
    await wait(50);
    expect(isShown('second name')).toBe(true);
    leave('second');
    await wait(400);
    pointAt('first');
    await wait(600);
    expect(isShown('first name')).toBe(false);
  });
});
