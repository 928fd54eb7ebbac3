import { Box, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { IconButton } from '../icon-button.tsx';

export interface PagerProps {
  /** Number of the first row shown, 1-based; undefined when it cannot be known (a pasted link). */
  from?: number | undefined;
  count: number;
  total?: number | null | undefined;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/** Keyset paging: where we are, one step forward, one back. Nothing when there is a single page. */
export function Pager({ from, count, total, onNext, onPrevious }: PagerProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  if (!onNext && !onPrevious && total == null) return null;
  const values = {
    from: format.number(count === 0 ? 0 : (from ?? 1)),
    to: format.number((from ?? 1) + count - 1),
    total: format.number(total ?? 0),
  };
  return (
    <Flex
      align="center"
      justify="flex-end"
      gap="2"
      px="3"
      py="2"
      borderTopWidth="1px"
      color="ink.2"
      data-print="hide"
    >
      {from === undefined ? null : (
        <Box textStyle="small">{t(total == null ? 'table.shown' : 'table.shownOf', values)}</Box>
      )}
      <IconButton
        size="sm"
        icon={ChevronLeft}
        label={t('table.previous')}
        disabled={!onPrevious}
        onClick={onPrevious}
      />
      <IconButton size="sm" icon={ChevronRight} label={t('table.next')} disabled={!onNext} onClick={onNext} />
    </Flex>
  );
}
