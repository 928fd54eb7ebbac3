import { Box, Flex } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../i18n/use-format.ts';
import { Muted } from './muted.tsx';
import type { Tone } from './status-badge.tsx';

interface ProgressBarProps {
  /** What is running; the accessible name. */
  label: string;
  done: number;
  /** 0 while it is unknown. */
  total: number;
  /** Units of `done` per second; hides rate and time left when absent. */
  perSecond?: number | undefined;
  unit?: string;
  tone?: Tone;
}

/** Progress of long work: share, rate and time left. */
export function ProgressBar({ label, done, total, perSecond, unit = '', tone = 'accent' }: ProgressBarProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const percent = total > 0 ? Math.min(100, (done / total) * 100) : 0;
  return (
    <Box>
      <Flex justify="space-between" gap="3" wrap="wrap" mb="1.5">
        <Box as="span">{label}</Box>
        <Muted>
          {perSecond === undefined
            ? format.percent(percent)
            : t('progress.rate', {
                percent: format.percent(percent),
                rate: format.number(Math.round(perSecond)),
                unit,
                left: timeLeft(t, total - done, perSecond),
              })}
        </Muted>
      </Flex>
      <Meter label={label} percent={percent} tone={tone} />
    </Box>
  );
}

/** The bar alone; `percent` 0–100. */
export function Meter({ label, percent, tone }: { label: string; percent: number; tone: Tone }) {
  return (
    <Box
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      height="1"
      minWidth="14"
      borderRadius="full"
      bg="neutral.soft"
      overflow="hidden"
    >
      <Box
        height="full"
        borderRadius="full"
        bg={tone}
        width="full"
        transformOrigin="left"
        transition="transform 240ms"
        style={{ transform: `scaleX(${percent / 100})` }}
      />
    </Box>
  );
}

type Translate = (key: string, values: Record<string, unknown>) => string;

/** '2 min 5 s' of the remaining units; '–' while the rate is unknown. */
function timeLeft(t: Translate, remaining: number, perSecond: number): string {
  if (perSecond <= 0) return '–';
  const seconds = Math.ceil(Math.max(0, remaining) / perSecond);
  return seconds < 60
    ? t('progress.seconds', { seconds })
    : t('progress.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
}
