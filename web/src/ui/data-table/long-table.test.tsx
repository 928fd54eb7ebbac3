import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render.tsx';
import type { Column } from './column.ts';
import { DataTable } from './data-table.tsx';

const rows = Array.from({ length: 200 }, (_, at) => ({ id: at }));
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

describe('a page of 200 rows', () => {
  it('renders all rows, and states their number', () => {
    showTable(rows);
    expect(bodyRows()).toHaveLength(200);
    expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('201');
  });

  it('focuses its last row by End and its first by Home', () => {
    showTable(rows);
    const first = bodyRows()[0] as HTMLElement;
    act(() => first.focus());
    fireEvent.keyDown(first, { key: 'End' });
    expect(document.activeElement?.textContent).toBe('Person 199');
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'Home' });
    expect(document.activeElement?.textContent).toBe('Person 0');
  });

  it('rerenders only the rows that a focus move changes', () => {
    const cell = showTable(rows);
    const first = bodyRows()[0] as HTMLElement;
    act(() => first.focus());
    cell.mockClear();
    fireEvent.keyDown(first, { key: 'ArrowDown' });
    expect(cell.mock.calls.map(([row]) => row.id)).toEqual([0, 1]);
  });
});
