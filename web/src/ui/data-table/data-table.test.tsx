import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

interface Row {
  id: number;
  name: string;
}
const rows: Row[] = [
  { id: 1, name: 'Chola' },
  { id: 2, name: 'Asha' },
  { id: 3, name: 'Bodhi' },
];
const columns: Column<Row>[] = [
  { id: 'id', header: 'Id', cell: (row) => row.id, value: (row) => row.id, isFixed: true },
  { id: 'name', header: 'Name', cell: (row) => row.name, value: (row) => row.name },
];

function table(props: Partial<Parameters<typeof DataTable<Row>>[0]> = {}) {
  return (
    <DataTable
      id="test"
      label="People"
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.id)}
      empty={<p>Nobody</p>}
      {...props}
    />
  );
}
/** Width of the table's frame, px. */
function stubWidth(width: number): void {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly #report: (entries: object[]) => void;
      constructor(report: (entries: object[]) => void) {
        this.#report = report;
      }
      observe() {
        this.#report([{ contentRect: { width } }]);
      }
      disconnect() {}
    },
  );
}

const bodyRows = () => screen.getAllByRole('row').slice(1);

describe('DataTable', () => {
  it('has one tab stop and moves with arrows, Home and End', () => {
    renderApp(table({ onSelect: () => {}, selectedKey: '2' }));
    expect(bodyRows().map((row) => row.tabIndex)).toEqual([-1, 0, -1]);
    const second = bodyRows()[1] as HTMLElement;
    second.focus();
    fireEvent.keyDown(second, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(bodyRows()[2]);
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(bodyRows()[2]);
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Home' });
    expect(document.activeElement).toBe(bodyRows()[0]);
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'End' });
    expect(document.activeElement).toBe(bodyRows()[2]);
  });

  it('opens the focused row by Enter and by click, but not from a button inside it', () => {
    const onSelect = vi.fn();
    renderApp(table({ onSelect, actions: () => <button type="button">More</button> }));
    const first = bodyRows()[0] as HTMLElement;
    first.focus();
    fireEvent.keyDown(first, { key: 'Enter' });
    fireEvent.keyDown(within(first).getByText('More'), { key: 'Enter' });
    fireEvent.click(within(first).getByText('More'));
    expect(onSelect.mock.calls).toEqual([[rows[0]]]);
    fireEvent.click(bodyRows()[1] as HTMLElement);
    expect(onSelect).toHaveBeenLastCalledWith(rows[1]);
  });

  it('sorts ascending, descending and back to the original order', () => {
    renderApp(table());
    const names = () => bodyRows().map((row) => within(row).getAllByRole('cell')[1]?.textContent);
    const head = () => screen.getByRole('button', { name: 'Name' });
    fireEvent.click(head());
    expect(names()).toEqual(['Asha', 'Bodhi', 'Chola']);
    fireEvent.click(head());
    expect(names()).toEqual(['Chola', 'Bodhi', 'Asha']);
    fireEvent.click(head());
    expect(names()).toEqual(['Chola', 'Asha', 'Bodhi']);
  });

  it('leaves sorting to the server with `onSort`', () => {
    const onSort = vi.fn();
    const sortable = columns.map((column) => ({ ...column, isSortable: column.id === 'id' }));
    renderApp(table({ columns: sortable, onSort, sort: { column: 'id', direction: 'asc' } }));
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Id' }));
    expect(onSort).toHaveBeenCalledWith({ column: 'id', direction: 'desc' });
  });

  it('hides columns that the user removed, also the next time', () => {
    localStorage.setItem('columns.test', '["name"]');
    renderApp(table());
    expect(screen.queryByText('Name')).toBeNull();
    expect(screen.getByText('Id')).toBeTruthy();
  });

  it('shows the empty state, or only the error if nothing was loaded', () => {
    const { unmount } = renderApp(table({ rows: [] }));
    expect(screen.getByText('Nobody')).toBeTruthy();
    unmount();
    renderApp(table({ rows: undefined, error: new TypeError('x'), onRetry: () => {} }));
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
    expect(screen.queryByText(/Not refreshed/)).toBeNull();
  });

  it('keeps its rows when a refresh fails, below a banner', () => {
    const onRetry = vi.fn();
    renderApp(table({ error: new TypeError('Failed to fetch'), onRetry }));
    expect(screen.getByText('Chola')).toBeTruthy();
    expect(screen.getByText(/^Not refreshed: these rows may be out of date\. Network error/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('is busy while its rows are from an earlier query', () => {
    const { container } = renderApp(table({ isChanging: true }));
    expect(container.querySelector('[aria-busy=true]')?.textContent).toContain('Chola');
  });

  it('always shows the number of rows and their time', () => {
    renderApp(table({ updatedAt: new Date(2026, 10, 21, 10, 42).getTime() }));
    expect(screen.getByText('3 rows')).toBeTruthy();
    expect(screen.getByText('Updated 10:42')).toBeTruthy();
  });

  it('keeps the first column and the actions visible', () => {
    renderApp(table({ actions: () => <button type="button">More</button> }));
    const pins = [...(bodyRows()[0]?.children ?? [])].map((cell) => cell.getAttribute('data-pin'));
    expect(pins).toEqual(['start', null, 'end']);
  });

  it.each([
    [800, ['Id', 'Name', 'City', 'State'], '1'],
    [700, ['Id', 'Name', 'State'], '1'],
    [650, ['Id', 'State'], '1Chola'],
  ])('folds columns until %i px are enough, never the first one and the state', (width, heads, first) => {
    stubWidth(width);
    vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(width === 650 ? 220 : 200);
    const more: Column<Row>[] = [
      { id: 'city', header: 'City', list: 'none', cell: () => 'Pune' },
      { id: 'state', header: 'State', list: 'end', cell: () => 'Active' },
    ];
    renderApp(table({ columns: [...columns, ...more] }));
    expect(screen.getAllByRole('columnheader').map((head) => head.textContent)).toEqual(heads);
    expect(bodyRows()[0]?.firstElementChild?.textContent).toBe(first);
  });

  it('is a list with a sort order in a narrow container, whatever the window', async () => {
    stubWidth(600);
    renderApp(table());
    expect(await screen.findByRole('list', { name: 'People' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Sort' }));
    fireEvent.click(await screen.findByRole('menuitemradio', { name: 'Name, sorted ascending' }));
    await waitFor(() => {
      const names = screen.getAllByRole('listitem').map((row) => row.textContent);
      expect(names).toEqual(['2Asha', '3Bodhi', '1Chola']);
    });
  });

  it('renders all rows of a page, states their number, and rerenders only those that a focus move changes', () => {
    const cell = vi.fn((row: Row) => `Person ${row.id}`);
    const many = Array.from({ length: 200 }, (_, id) => ({ id, name: 'x' }));
    renderApp(table({ rows: many, columns: [{ id: 'id', header: 'Id', cell }], onSelect: () => {} }));
    expect(bodyRows()).toHaveLength(200);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('201');
    const first = bodyRows()[0] as HTMLElement;
    act(() => first.focus());
    cell.mockClear();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(cell.mock.calls.map(([row]) => row.id)).toEqual([0, 1]);
  });
});
