import { chakra } from '@chakra-ui/react/styled-system';
import type { ReactNode } from 'react';

export type Tone = 'success' | 'warning' | 'error' | 'info' | 'accent' | 'neutral';

const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    height: 'badge',
    px: '1.5',
    borderRadius: 'badge',
    textStyle: 'label',
    whiteSpace: 'nowrap',
    verticalAlign: 'middle',
  },
  variants: {
    tone: {
      success: { bg: 'success.soft', color: 'success' },
      warning: { bg: 'warning.soft', color: 'warning' },
      error: { bg: 'error.soft', color: 'error' },
      info: { bg: 'info.soft', color: 'info' },
      accent: { bg: 'accent.soft', color: 'accent.text' },
      neutral: { bg: 'neutral.soft', color: 'neutral' },
    },
  },
});

/** A label on a soft background. The text carries the meaning; the colour only repeats it. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <Badge tone={tone}>{children}</Badge>;
}
