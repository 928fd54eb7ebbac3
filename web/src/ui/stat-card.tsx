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

/** The row of cards at the top of a screen: as many per line as fit, two below 1024 px. */
export function StatCards({ children, query }: StatCardsProps) {
  const { t } = useTranslation('ui');
  return (
    <Box mb="4">
      <Grid
        templateColumns={{
          base: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(auto-fit, minmax({sizes.36}, 1fr))',
        }}
        gap="3"
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
