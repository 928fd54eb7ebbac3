import { useTranslation } from 'react-i18next';
import { ago } from '../i18n/format.ts';
import { useFormat } from '../i18n/use-format.ts';

/** '9 min ago', with the exact time on hover; '–' for null. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  if (!at) return <>–</>;
  const { unit, count } = ago(at, Date.now());
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {t(`ago.${unit}`, { count, n: format.number(count) })}
    </time>
  );
}
