import { Box } from '@chakra-ui/react';
import type { ImportHold } from '@pii-vault/contract/imports/imports-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/use-format.ts';
import { RadioCards } from '../../../ui/radio-cards.tsx';

interface HeldDatesProps {
  dates: NonNullable<ImportHold['dates']>;
  order: 'dmy' | 'mdy' | undefined;
  onOrder: (order: 'dmy' | 'mdy') => void;
}

/** Where dates of birth contradict their order, and the question which of day and month comes first. */
export function HeldDates({ dates, order, onOrder }: HeldDatesProps) {
  const { t } = useTranslation('imports');
  const format = useFormat();
  const values = {
    count: dates.rows,
    n: format.number(dates.rows),
    row: format.number(dates.firstRow),
    line: dates.firstLine === null ? '–' : format.number(dates.firstLine),
    order: t(`hold.order.${dates.order}`),
  };
  return (
    <Box display="grid" gap="3">
      <Box>
        {t('hold.dates', values)} {dates.isMixed ? t('hold.mixed') : null}
      </Box>
      <RadioCards
        label={t('hold.dateOrder')}
        isLabelShown
        value={order ?? ''}
        onChange={(value) => onOrder(value === 'mdy' ? 'mdy' : 'dmy')}
        options={[
          { value: 'dmy', label: t('hold.dmy'), hint: t('hold.dmyHint') },
          { value: 'mdy', label: t('hold.mdy'), hint: t('hold.mdyHint') },
        ]}
      />
    </Box>
  );
}
