import { Box, Grid } from '@chakra-ui/react';
import type { LineageAnalysis } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { bandTone } from '../../../../ui/band.ts';

/** How many relationships lie in each tenth of confidence, surest first; each bar has its figure. */
export function ConfidenceHistogram({ buckets }: { buckets: LineageAnalysis['confidenceHistogram'] }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const most = Math.max(1, ...buckets.map((bucket) => bucket.links));
  return (
    <Grid as="ul" listStyleType="none" templateColumns="auto minmax(0, 1fr) auto" gap="2" alignItems="center">
      {[...buckets].reverse().map(({ from, to, links }) => (
        <Grid as="li" key={from} templateColumns="subgrid" gridColumn="1 / -1" alignItems="center">
          <Box textStyle="small" color="ink.2">
            {t('analysis.bucket', { from, to })}
          </Box>
          <Box bg="sunken" borderRadius="badge" height="3">
            <Box bg={bandTone(from)} borderRadius="badge" height="full" width={`${(100 * links) / most}%`} />
          </Box>
          <Box textAlign="end">{format.number(links)}</Box>
        </Grid>
      ))}
    </Grid>
  );
}
