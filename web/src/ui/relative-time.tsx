import { useTranslation } from 'react-i18next';
import { ago } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';
import { Muted } from './muted.tsx';
import { useMinute } from './use-minute.ts';

/** '9 min ago', kept up to date, with the exact time on hover; '–' for null. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  useMinute();
  if (!at) return <>–</>;
  const { unit, count } = ago(at, Date.now());
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {t(`ago.${unit}`, { count, n: format.number(count) })}
    </time>
  );
}

export const MutedTime = ({ at }: { at: string | null | undefined }) => (
  <Muted>
    <RelativeTime at={at} />
  </Muted>
);
