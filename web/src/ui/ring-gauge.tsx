import { Box } from '@chakra-ui/react';
import { chakra } from '@chakra-ui/react/styled-system';
import { bandTone } from './band.ts';
import type { Tone } from './status-badge.tsx';

const Circle = chakra('circle', {
  base: { fill: 'none', strokeWidth: '6', transition: 'stroke-dashoffset 240ms' },
});
const RADIUS = 30;
const LENGTH = 2 * Math.PI * RADIUS;

interface RingGaugeProps {
  label: string;
  value: number | null;
  /** Colour of a figure without a status; default: by its band. */
  tone?: Tone;
}

/** A value from 0 to 100 as a ring in the colour of its band; null is 'no data', never green. */
export function RingGauge({ label, value, tone }: RingGaugeProps) {
  const shown = value === null ? '–' : String(Math.round(value));
  return (
    <Box textAlign="center">
      <Box position="relative" boxSize="16" mx="auto" role="img" aria-label={`${label}: ${shown}`}>
        <svg viewBox="0 0 72 72" width="100%" height="100%" aria-hidden="true">
          <Circle cx="36" cy="36" r={RADIUS} stroke="neutral.soft" />
          <Circle
            cx="36"
            cy="36"
            r={RADIUS}
            stroke={value === null ? 'line.strong' : (tone ?? bandTone(value))}
            strokeLinecap="round"
            strokeDasharray={LENGTH}
            strokeDashoffset={LENGTH * (1 - (value ?? 0) / 100)}
            transform="rotate(-90 36 36)"
          />
        </svg>
        <Box
          position="absolute"
          inset="0"
          display="flex"
          alignItems="center"
          justifyContent="center"
          textStyle="card"
          aria-hidden="true"
        >
          {shown}
        </Box>
      </Box>
      <Box color="ink.2" mt="1">
        {label}
      </Box>
    </Box>
  );
}
