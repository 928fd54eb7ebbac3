import { fireEvent, screen } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadTexts } from '../../i18n/i18n.ts';
import { renderApp } from '../../testing/render.tsx';
import { fittedRange, labelled } from './axes.tsx';
import { ChartCard } from './chart-card.tsx';
import { HeatMap, heatStep } from './heat-map.tsx';
import { LineChart } from './line-chart.tsx';
import { Sankey } from './sankey.tsx';
import { nextPoint } from './use-reader.ts';

beforeAll(() => loadTexts('charts'));

describe('reading by keyboard', () => {
  it.each([
    ['ArrowRight', null, 0],
    ['ArrowLeft', null, 9],
    ['ArrowRight', 9, 9],
    ['ArrowDown', 1, 6],
    ['ArrowUp', 1, 0],
    ['End', 0, 9],
    ['Home', 7, 0],
    ['Escape', 3, null],
    ['Escape', null, undefined],
    ['a', 3, undefined],
  ] as const)('%s from %s leads to %s', (key, from, to) => expect(nextPoint(key, from, 10, 5)).toBe(to));
});

describe('axis', () => {
  it('fits the range of a line to its values, within 0 and the highest possible value', () => {
    expect(fittedRange([48_100, 48_213, null, 48_150])).toEqual([48_088, 48_225]);
    expect(fittedRange([94, 98], 100)).toEqual([92, 100]);
    expect(fittedRange([100, 100], 100)).toEqual([96, 100]);
    expect(fittedRange([0, 1])).toEqual([0, 3]);
    expect(fittedRange([null], 100)).toEqual([0, 4]);
  });

  it('has as many labels as fit, including the last one', () => {
    expect(labelled([1, 2, 3, 4, 5, 6, 7], 220)).toEqual([1, 4, 7]);
    expect(labelled([1, 2], 20)).toEqual([2]);
  });
});

describe('heat', () => {
  it('distinguishes zero from small values', () => {
    expect([0, 1, 25, 26, 100].map((value) => heatStep(value, 100))).toEqual([
      'heat.0',
      'heat.1',
      'heat.1',
      'heat.2',
      'heat.4',
    ]);
    expect(heatStep(0, 0)).toBe('heat.0');
  });

  it('reads cell by cell and row by row', () => {
    renderApp(
      <HeatMap
        label="Entries"
        width={400}
        rows={['Mon', 'Tue']}
        columns={['0', '1', '2']}
        values={[1, 2, 3, 4, 5, 6]}
        textOf={(row, column) => `row ${row} column ${column}`}
      />,
    );
    const chart = screen.getByRole('slider', { name: 'Entries' });
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    fireEvent.keyDown(chart, { key: 'ArrowDown' });
    expect(chart.getAttribute('aria-valuetext')).toBe('row 1 column 0');
    expect(chart.getAttribute('aria-valuenow')).toBe('4');
  });
});

describe('line', () => {
  const points = ['a', 'b', 'c', 'd'].map((key) => ({ key, tick: key, name: key }));

  it('has a gap for a missing value, and a dot for an isolated one', () => {
    const { container } = renderApp(
      <LineChart
        label="Score"
        width={400}
        points={points}
        most={100}
        lines={[{ label: 'DPDP', color: 'category.1', values: [90, 92, null, 80] }]}
      />,
    );
    expect(container.querySelectorAll('circle')).toHaveLength(1);
    expect(container.querySelector('path.visx-linepath')?.getAttribute('d')?.match(/M/g)).toHaveLength(2);
    const chart = screen.getByRole('slider');
    fireEvent.keyDown(chart, { key: 'Home' });
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(chart.getAttribute('aria-valuetext')).toBe('c: DPDP no data');
  });
});

describe('Sankey', () => {
  it('has a band for each flow and a name for each end', () => {
    const { container } = renderApp(
      <Sankey
        label="Reveals"
        width={600}
        nodes={[
          { id: 'p:kyc', label: 'kyc', color: 'category.1' },
          { id: 'a:1', label: 'Ravi Iyer', color: 'category.8' },
          { id: 'a:2', label: 'partner', color: 'category.8' },
        ]}
        flows={[
          { source: 'p:kyc', target: 'a:1', value: 30 },
          { source: 'p:kyc', target: 'a:2', value: 12 },
        ]}
        textOf={({ target, value }) => `${target} ${value}`}
      />,
    );
    expect(container.querySelectorAll('svg path')).toHaveLength(2);
    expect(screen.getByText('kyc 42')).toBeTruthy();
    expect(screen.getByText('partner 12')).toBeTruthy();
  });
});

describe('ChartCard', () => {
  const card = (rows: readonly number[] | undefined, isEmpty = false) => (
    <ChartCard
      id="numbers"
      title="Numbers"
      rows={rows}
      columns={[{ id: 'n', header: 'Number', cell: String, value: (n: number) => n }]}
      rowKey={String}
      isEmpty={isEmpty}
      empty="No number yet"
    >
      {(width) => <span>{`picture of ${width}`}</span>}
    </ChartCard>
  );

  it('switches between table and chart', () => {
    renderApp(card([7]));
    expect(screen.getByText('picture of 640')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Numbers: Show as table' }));
    expect(screen.getByRole('table', { name: 'Numbers' }).textContent).toContain('7');
    fireEvent.click(screen.getByRole('button', { name: 'Numbers: Show as chart' }));
    expect(screen.getByText('picture of 640')).toBeTruthy();
  });

  it('shows an empty state without a table', () => {
    renderApp(card([0], true));
    expect(screen.getByText('No number yet')).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
