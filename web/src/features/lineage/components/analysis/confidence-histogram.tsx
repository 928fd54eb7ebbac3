import { Box, Grid } from '@chakra-ui/react';
import type { LineageAnalysis } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { bandTone } from '../../../../ui/band.ts';
import { gradeTone } from '../../../../ui/grade.ts';

interface ConfidenceHistogramProps {
  buckets: LineageAnalysis['confidenceHistogram'];
  graded: LineageAnalysis['graded'];
}

/**
 * How many relationships have each grade or lie in each tenth of confidence, surest first; each bar has its figure.
 * Their sum is that of all relationships.
 */
export function ConfidenceHistogram({ buckets, graded }: ConfidenceHistogramProps) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const grade = (name: 'strong' | 'possible') => ({
    key: name,
    label: t('analysis.grade', { grade: t(`grade.${name}`) }),
    tone: gradeTone(name),
    links: graded[name],
  });
  const bars = [
    ...[...buckets].reverse().map(({ from, to, links }) => ({
      key: String(from),
      label: t('analysis.bucket', { from, to }),
      tone: bandTone(from),
      links,
    })),
    ...(graded.strong + graded.possible > 0 ? [grade('strong'), grade('possible')] : []),
  ];
  const most = Math.max(1, ...bars.map((bar) => bar.links));
  return (
    <Grid as="ul" listStyleType="none" templateColumns="auto minmax(0, 1fr) auto" gap="2" alignItems="center">
      {bars.map(({ key, label, tone, links }) => (
        <Grid as="li" key={key} templateColumns="subgrid" gridColumn="1 / -1" alignItems="center">
          <Box textStyle="small" color="ink.2">
            {label}
          </Box>
          <Box bg="sunken" borderRadius="badge" height="3">
            <Box bg={tone} borderRadius="badge" height="full" width={`${(100 * links) / most}%`} />
          </Box>
          <Box textAlign="end">{format.number(links)}</Box>
        </Grid>
      ))}
    </Grid>
  );
}
