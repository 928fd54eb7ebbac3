import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { StatusBadge } from '../../ui/status-badge.tsx';
import type { ScreenCount } from '../../waiting/waiting-items.ts';

/** Name of a screen or a group with the number of what waits there; both are in its accessible name. */
export function CountedName({ name, waiting }: { name: string; waiting: ScreenCount | undefined }) {
  const { t } = useTranslation('waiting');
  const format = useFormat();
  if (!waiting) return <span>{name}</span>;
  return (
    <>
      <Box as="span" srOnly>
        {t('badge', { name, n: format.number(waiting.count) })}
      </Box>
      <span aria-hidden="true">{name}</span>
      <Box as="span" aria-hidden="true" ms="auto">
        <StatusBadge tone={waiting.tone}>{format.compact(waiting.count)}</StatusBadge>
      </Box>
    </>
  );
}
