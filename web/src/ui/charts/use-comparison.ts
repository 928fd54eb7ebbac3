import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import type { Line } from './line-chart.tsx';

/** Compares an amount with that of the period before: '12 more than in the 7 days before (30)'. */
export function useComparison() {
  const { t } = useTranslation('charts');
  const format = useFormat();
  /** @param span length of the period with its unit, such as '7 days' */
  return (now: number, before: number, span: string): string => {
    const key = now === before ? 'same' : now > before ? 'higher' : 'lower';
    return t(`before.${key}`, {
      n: format.number(Math.abs(now - before)),
      span,
      before: format.number(before),
    });
  };
}

/**
 * Compares the last value of each line with its first one: 'Score 98, 3 higher than on 1 Nov'.
 * @param days ISO date of each value
 */
export function useLevels() {
  const { t } = useTranslation('charts');
  const format = useFormat();
  return (lines: ReadonlyArray<Pick<Line, 'label' | 'values'>>, days: readonly string[]): string =>
    lines
      .flatMap(({ label, values }) => {
        const first = values.findIndex((value) => value !== null);
        const now = values.findLast((value) => value !== null);
        const then = values[first];
        if (now === undefined || now === null || then === undefined || then === null) return [];
        const isOnly = values.findLastIndex((value) => value !== null) === first;
        const key = isOnly ? 'only' : now === then ? 'same' : now > then ? 'higher' : 'lower';
        return t(`level.${key}`, {
          name: label,
          value: format.number(now),
          n: format.number(Math.abs(now - then)),
          day: format.day(days[first] ?? ''),
        });
      })
      .join('; ');
}
