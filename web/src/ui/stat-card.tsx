import { Box, Grid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Definition } from './definition.tsx';
import { MissingPart } from './missing-part.tsx';
import { Skeleton } from './skeleton.tsx';

interface StatCardProps {
  label: string;
  /** Formatted; undefined while loading, null without a value. */
  value: string | null | undefined;
  note?: ReactNode;
  /** Formula and scope of the figure. */
  definition?: string;
}

/** One figure with name and note; the note is shown only with a value. Keeps its height while loading. */
export function StatCard({ label, value, note, definition }: StatCardProps) {
  return (
    <Box
      bg="surface"
      borderWidth="1px"
      borderRadius="card"
      boxShadow="card"
      p="4"
      minWidth="0"
      position="relative"
    >
      <Box color="ink.2" pe={definition === undefined ? undefined : '5'}>
        {label}
      </Box>
      <Box textStyle="figure" mt="0.5">
        {value === undefined ? <Skeleton width="20" height="7" /> : (value ?? '–')}
      </Box>
      <Box textStyle="small" color="ink.2" minHeight="4" mt="0.5">
        {value === undefined ? <Skeleton width="28" height="3" /> : value === null ? null : note}
      </Box>
      {definition === undefined ? null : (
        <Box position="absolute" top="2.5" insetEnd="2">
          <Definition of={label} text={definition} />
        </Box>
      )}
    </Box>
  );
}

interface StatCardsProps {
  children: ReactNode;
  /** The query of the figures. If it fails, the reason and Retry are shown below the dashes. */
  query?: { data: unknown; error: unknown; refetch: () => unknown };
}

const PER_LINE = (count: number) => `repeat(${count}, minmax(0, 1fr))`;

/** The row of cards at the top of a screen: below 1100 px two per line, or three of six. */
export function StatCards({ children, query }: StatCardsProps) {
  const { t } = useTranslation('ui');
  return (
    <Box mb="4">
      <Grid
        gap="3"
        css={{
          gridTemplateColumns: { base: PER_LINE(2), lg: 'repeat(auto-fit, minmax({sizes.36}, 1fr))' },
          '&:has(> :nth-of-type(6):last-of-type)': { mdToLg: { gridTemplateColumns: PER_LINE(3) } },
          '& > :last-of-type:nth-of-type(odd)': { lgDown: { gridColumn: 'span 2' } },
        }}
      >
        {children}
      </Grid>
      {query?.error && query.data === undefined ? (
        <Box mt="2">
          <MissingPart title={t('figures')} error={query.error} onRetry={() => void query.refetch()} />
        </Box>
      ) : null}
    </Box>
  );
}
