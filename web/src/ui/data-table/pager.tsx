import { Box, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/use-format.ts';
import { IconButton } from '../icon-button.tsx';

export interface PagerProps {
  /** Number of the first row shown, 1-based; undefined if unknown (a pasted link). */
  from?: number | undefined;
  count: number;
  total?: number | null | undefined;
  /** When the rows were loaded, epoch ms; undefined or 0 if unknown. */
  updatedAt?: number | undefined;
  /** Effect of a click on a row. */
  hint?: string | undefined;
  onNext?: (() => void) | undefined;
  onPrevious?: (() => void) | undefined;
}

/**
 * Number and age of the rows; with several pages also the position and the buttons of keyset paging. It stays at the
 * bottom of the window until the end of the table is reached.
 */
export function Pager({ from, count, total, updatedAt, hint, onNext, onPrevious }: PagerProps) {
  const { t } = useTranslation('ui');
  const format = useFormat();
  const isSingle = !onNext && !onPrevious;
  const values = {
    from: format.number(count === 0 ? 0 : (from ?? 1)),
    to: format.number((from ?? 1) + count - 1),
    total: format.number(total ?? 0),
  };
  const range = t(total == null ? 'table.shown' : 'table.shownOf', values);
  return (
    <Flex
      align="center"
      columnGap="2"
      px="3"
      py="2"
      borderTopWidth="1px"
      bg="surface"
      color="ink.2"
      position="sticky"
      bottom="0"
      // Above the pinned cells of the header.
      zIndex="calc({zIndex.sticky} + 2)"
      wrap="wrap"
      data-print="hide"
    >
      {hint ? <Box textStyle="small">{hint}</Box> : null}
      {updatedAt ? <Box textStyle="small">{t('updated', { time: format.clock(updatedAt) })}</Box> : null}
      <Flex align="center" gap="2" ms="auto">
        <Box textStyle="small" minHeight="controlSm" display="flex" alignItems="center">
          {isSingle
            ? t('table.count', { count, n: format.number(count) })
            : from === undefined
              ? null
              : range}
        </Box>
        {isSingle ? null : (
          <>
            <IconButton
              size="sm"
              icon={ChevronLeft}
              label={t('table.previous')}
              disabled={!onPrevious}
              onClick={onPrevious}
            />
            <IconButton
              size="sm"
              icon={ChevronRight}
              label={t('table.next')}
              disabled={!onNext}
              onClick={onNext}
            />
          </>
        )}
      </Flex>
    </Flex>
  );
}
