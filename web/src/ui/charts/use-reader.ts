import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface ReaderOptions {
  /** Description of the chart with its totals, announced first by a screen reader. */
  label: string;
  /** Points in reading order. */
  count: number;
  /** Text of a point. */
  textOf: (index: number) => string;
  /** Points per row of a grid: up and down move by it. */
  rowLength?: number;
}

/**
 * Reads a chart point by point: with the pointer, or as a slider with the arrow keys, Home, End and Escape. Spread
 * `props` on the focusable element around the plot.
 */
export function useReader({ label, count, textOf, rowLength = 1 }: ReaderOptions) {
  const { t } = useTranslation('charts');
  const [wanted, setActive] = useState<number | null>(null);
  // After a change of range there may be fewer points.
  const active = wanted !== null && wanted < count ? wanted : null;

  function onKeyDown(event: KeyboardEvent): void {
    const next = nextPoint(event.key, active, count, rowLength);
    if (next === undefined) return;
    event.preventDefault();
    setActive(next);
  }

  return {
    active,
    setActive,
    /** Text of the active point; undefined without one. */
    text: active === null ? undefined : textOf(active),
    props: {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-roledescription': t('reader'),
      'aria-valuemin': 1,
      'aria-valuemax': Math.max(1, count),
      'aria-valuenow': (active ?? 0) + 1,
      'aria-valuetext': active === null ? label : textOf(active),
      onKeyDown,
      onBlur: () => setActive(null),
      onPointerLeave: () => setActive(null),
    } as const,
  };
}

/** @returns the index of the next point, null for none, undefined for other keys */
export function nextPoint(
  key: string,
  active: number | null,
  count: number,
  rowLength: number,
): number | null | undefined {
  if (key === 'Escape') return active === null ? undefined : null;
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: 1,
    ArrowLeft: -1,
    ArrowDown: rowLength,
    ArrowUp: -rowLength,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  if (active === null) return step < 0 && key !== 'Home' ? count - 1 : key === 'End' ? count - 1 : 0;
  return Math.min(count - 1, Math.max(0, active + step));
}
