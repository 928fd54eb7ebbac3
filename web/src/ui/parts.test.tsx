import { bandOf } from '@pii-vault/platform/values/bands';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render.tsx';
import { bandTone } from './band.ts';
import { Field } from './field.tsx';
import { FilterChip } from './filter-chip.tsx';
import { Input, TextArea } from './input.tsx';
import { Meter, ProgressBar } from './progress-bar.tsx';
import { RelativeTime } from './relative-time.tsx';
import { RingGauge } from './ring-gauge.tsx';
import { SearchInput } from './search-input.tsx';
import { StatCard } from './stat-card.tsx';
import { Tooltip } from './tooltip.tsx';

afterEach(() => vi.useRealTimers());

describe('bands', () => {
  it.each([
    [100, 'high', 'success'],
    [90, 'high', 'success'],
    [89.9, 'medium', 'warning'],
    [70, 'medium', 'warning'],
    [69.9, 'low', 'error'],
    [0, 'low', 'error'],
  ])('%s is %s', (value, band, tone) => {
    expect([bandOf(value), bandTone(value)]).toEqual([band, tone]);
  });
});

describe('Field', () => {
  it('associates label, message and help with the control', () => {
    renderApp(
      <Field label="Code" error="Company code is required" help="Up to 10" required>
        {(control) => <Input {...control} />}
      </Field>,
    );
    const input = screen.getByLabelText('Code');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
    const texts = described.map((id) => document.getElementById(id)?.textContent);
    expect(texts).toEqual(['Up to 10', 'Company code is required']);
  });
});

it('text is entered in its own direction', () => {
  renderApp(
    <>
      <Input aria-label="Name" />
      <TextArea aria-label="Note" />
    </>,
  );
  expect(screen.getAllByRole('textbox').map(({ dir }) => dir)).toEqual(['auto', 'auto']);
});

describe('SearchInput', () => {
  it('searches after a pause in typing, with the last input', () => {
    vi.useFakeTimers();
    const onChange = vi.fn();
    renderApp(<SearchInput label="Search" value="" onChange={onChange} />);
    for (const value of ['4', '48']) {
      fireEvent.change(screen.getByLabelText('Search'), { target: { value } });
      act(() => vi.advanceTimersByTime(200));
    }
    expect(onChange).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(60));
    expect(onChange.mock.calls).toEqual([['48']]);
  });
});

describe('FilterChip', () => {
  const options = [
    { value: '', label: 'All Tiers' },
    { value: 'finance', label: 'Finance' },
  ];
  it('names its filter and removes it', () => {
    const onChange = vi.fn();
    renderApp(<FilterChip name="Tier" options={options} value="finance" onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Tier: Finance' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear filter Tier' }));
    expect(onChange).toHaveBeenCalledWith('');
  });
});

describe('figures', () => {
  it('show rate and remaining time', () => {
    renderApp(<ProgressBar label="people.csv" done={41_200} total={100_000} perSecond={700} unit="rows" />);
    expect(screen.getByText('41% · 700 rows/s · 1 min 24 s left')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('41');
  });
  it('never exceed the end', () => {
    renderApp(<ProgressBar label="x" done={12} total={10} />);
    expect(screen.getByText('100%')).toBeTruthy();
  });
  it('mark missing data', () => {
    renderApp(
      <>
        <RingGauge label="Score" value={null} />
        <StatCard label="Checks" value={null} note="0 pending" />
        <Meter label="Quality" percent={0} tone="error" />
      </>,
    );
    expect(screen.getByRole('img', { name: 'Score: –' })).toBeTruthy();
    expect(screen.getAllByText('–').length).toBe(2);
    expect(screen.queryByText('0 pending')).toBeNull();
  });
});

it('a definition opens by a click, for touch screens, and closes by a second one or a touch elsewhere', async () => {
  renderApp(<StatCard label="Checks" value="7" definition="Rules that were checked." />);
  const button = screen.getByRole('button', { name: 'Definition: Checks' });
  const shown = () => screen.queryByText('Rules that were checked.') !== null;
  fireEvent.click(button);
  await waitFor(() => expect(shown()).toBe(true));
  fireEvent.click(button);
  await waitFor(() => expect(shown()).toBe(false));
  fireEvent.click(button);
  await waitFor(() => expect(shown()).toBe(true));
  fireEvent.pointerDown(document.body);
  await waitFor(() => expect(shown()).toBe(false));
});

describe('with a clock', () => {
  const startClock = () => {
    vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 8, 0, 0) });
    return (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  };

  it('a relative time ticks', async () => {
    const wait = startClock();
    renderApp(<RelativeTime at="2026-11-21T07:58:00.000Z" />);
    expect(screen.getByText('2 min ago')).toBeTruthy();
    await wait(3 * 60_000);
    expect(screen.getByText('5 min ago')).toBeTruthy();
  });

  it('a tooltip waits for 700 ms, and opens at once within 300 ms after another', async () => {
    const wait = startClock();
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
