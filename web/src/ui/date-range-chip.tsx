import { Box, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Button } from './button.tsx';
import { type DateRange, everything, isDay, isReversed, presetOf, presets, rangeOf } from './date-range.ts';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { OpenChip } from './open-chip.tsx';

interface DateRangeChipProps {
  /** Accessible name, e.g. 'Time'. */
  name: string;
  /** First and last day, both inclusive; '' is open. */
  range: DateRange;
  /** Time zone that decides which day is today. */
  zone: string;
  onChange: (range: DateRange) => void;
}

/** A filter by days: presets that end today, or a first and a last day. */
export function DateRangeChip({ name, range, zone, onChange }: DateRangeChipProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const preset = presetOf(range, Date.now(), zone);
  const date = (day: string) => (isDay(day) ? format.fullDay(day) : day);

  function text(): string {
    if (preset) return t(`range.${preset}`);
    if (range.from === '' && range.to === '') return t('range.all');
    if (range.to === '') return t('range.since', { from: date(range.from) });
    if (range.from === '') return t('range.until', { to: date(range.to) });
    return t('range.between', { from: date(range.from), to: date(range.to) });
  }

  return (
    <OpenChip
      name={name}
      text={text()}
      isActive={range.from !== '' || range.to !== ''}
      onClear={() => onChange(everything)}
    >
      {(close) => (
        <Days
          name={name}
          range={range}
          zone={zone}
          onChoose={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </OpenChip>
  );
}

interface DaysProps {
  name: string;
  range: DateRange;
  zone: string;
  onChoose: (range: DateRange) => void;
}

function Days({ name, range, zone, onChoose }: DaysProps) {
  const { t } = useTranslation('ui');
  const [days, setDays] = useState(range);
  const isWrong = isReversed(days);
  return (
    <Box p="3" display="grid" gap="3" overflowY="auto">
      <Flex gap="1.5" wrap="wrap" role="group" aria-label={t('range.presets', { name })}>
        {presets.map((preset) => (
          <Button key={preset} size="sm" onClick={() => onChoose(rangeOf(preset, Date.now(), zone))}>
            {t(`range.${preset}`)}
          </Button>
        ))}
      </Flex>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isWrong) onChoose(days);
        }}
      >
        <Box display="grid" gap="3">
          <Field label={t('range.from')}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={days.from}
                onChange={(event) => setDays({ ...days, from: event.target.value })}
              />
            )}
          </Field>
          <Field label={t('range.to')} error={isWrong ? t('range.reversed') : undefined}>
            {(control) => (
              <Input
                {...control}
                type="date"
                value={days.to}
                onChange={(event) => setDays({ ...days, to: event.target.value })}
              />
            )}
          </Field>
          <Button type="submit" variant="primary" size="sm">
            {t('range.apply')}
          </Button>
        </Box>
      </form>
    </Box>
  );
}
