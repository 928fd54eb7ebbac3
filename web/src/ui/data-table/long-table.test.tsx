import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';
import { windowAt } from './use-row-window.ts';

const rows = Array.from({ length: 1000 }, (_, at) => ({ id: at }));
type Row = (typeof rows)[number];

function showTable(shown: readonly Row[]) {
  const cell = vi.fn((row: Row) => `Person ${row.id}`);
  const columns: Column<Row>[] = [{ id: 'id', header: 'Id', cell }];
  renderApp(
    <DataTable
      id="long"
      label="People"
      columns={columns}
      rows={shown}
      rowKey={(row) => String(row.id)}
      empty={null}
      onSelect={() => undefined}
    />,
  );
  return cell;
}

const bodyRows = () => screen.getAllByRole('row').filter((row) => row.hasAttribute('data-row'));

describe('a table of 1000 rows', () => {
  it('renders only rows near the view, and states the total', () => {
    showTable(rows);
    expect(bodyRows().length).toBeLessThan(50);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('1001');
  });

  it('renders rows that are scrolled into view', async () => {
    showTable(rows);
    const scroller = screen.getByRole('grid').parentElement as HTMLElement;
    scroller.scrollTop = 500 * 40;
    await act(async () => fireEvent.scroll(scroller));
    expect(screen.getByText('Person 500')).toBeTruthy();
    expect(screen.queryByText('Person 0')).toBeNull();
  });

  it('focuses its last row by End and its first by Home', () => {
    showTable(rows);
    const first = bodyRows()[0] as HTMLElement;
    act(() => first.focus());
    fireEvent.keyDown(first, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('Person 999');
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Home' });
    expect(document.activeElement?.textContent).toBe('Person 0');
  });

  it('rerenders only the rows that a focus move changes', () => {
    const cell = showTable(rows.slice(0, 50));
    const first = bodyRows()[0] as HTMLElement;
    act(() => first.focus());
    cell.mockClear();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(cell.mock.calls.map(([row]) => row.id)).toEqual([0, 1]);
  });
});

describe('windowAt', () => {
  it.each([
    [0, 600, 1000, 0, 25],
    [20_000, 600, 1000, 490, 525],
    [39_400, 600, 1000, 975, 1000],
    // A list that became shorter than the scroll position.
    [20_000, 600, 120, 100, 120],
  ])('at %i px, %i px high, of %i rows', (top, height, count, from, to) => {
    expect(windowAt(top, height, count)).toEqual({ from, to });
  });
});
