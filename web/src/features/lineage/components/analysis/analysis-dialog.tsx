import { Box, Flex, Grid } from '@chakra-ui/react';
import type { LineageAnalysis, LineageEntry } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { isolate } from '@pii-vault/platform/values/direction-marks';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { bandTone, gradeTone } from '../../../../ui/band.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import type { Column } from '../../../../ui/data-table/column.ts';
import { DataTable } from '../../../../ui/data-table/data-table.tsx';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { Mono } from '../../../../ui/mono.tsx';
import { Muted } from '../../../../ui/muted.tsx';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useLineageAnalysis } from '../../queries.ts';
import { individualName, otherName } from '../../rules/relationship-look.ts';

/** The analysis of all relationships of the company, in `?analysis=1`. */
export function AnalysisDialog({ companyId }: { companyId: number }) {
  const { t } = useTranslation('lineage');
  const { set } = useUrlState();
  const { data, error, refetch } = useLineageAnalysis(companyId);
  return (
    <Dialog
      isOpen
      isWide
      onClose={() => set({ analysis: null })}
      title={t('analysis.title')}
      description={t('analysis.text')}
    >
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!data && !error ? <SkeletonLines count={8} /> : null}
      {data ? (
        <Box display="grid" gap="6" pb="4">
          <Part title={t('analysis.confidence')}>
            <ConfidenceHistogram buckets={data.confidenceHistogram} graded={data.graded} />
          </Part>
          <Part title={t('analysis.pairs')}>
            <PairTable pairs={data.companyPairs} />
          </Part>
          <Part title={t('analysis.oldest')}>
            <OldestUndecided entries={data.oldestUndecided} />
          </Part>
          <Part title={t('analysis.common')}>
            <CommonValues values={data.hotValues} />
          </Part>
        </Box>
      ) : null}
    </Dialog>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box as="section" minWidth="0">
    <Box as="h3" textStyle="strong" mb="2">
      {title}
    </Box>
    {children}
  </Box>
);

interface ConfidenceHistogramProps {
  buckets: LineageAnalysis['confidenceHistogram'];
  graded: LineageAnalysis['graded'];
}

/**
 * Number of relationships per grade and per tenth of confidence, highest first. The sum is the number of all
 * relationships.
 */
function ConfidenceHistogram({ buckets, graded }: ConfidenceHistogramProps) {
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
  const total = bars.reduce((sum, bar) => sum + bar.links, 0);
  const largest = bars.find(({ links }) => links === most);
  return (
    <>
      {largest ? (
        <Box mb="2">
          {t('analysis.says', { n: format.number(most), total: format.number(total), label: largest.label })}
        </Box>
      ) : null}
      <Grid
        as="ul"
        listStyleType="none"
        templateColumns="auto minmax(0, 1fr) auto"
        gap="2"
        alignItems="center"
      >
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
    </>
  );
}

type Pair = LineageAnalysis['companyPairs'][number];
const counts = ['links', 'scored', 'verified', 'pending', 'rejected'] as const;

/** Relationships per pair of companies, most first. */
function PairTable({ pairs }: { pairs: readonly Pair[] }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  const columns = useMemo<readonly Column<Pair>[]>(() => {
    const name = ({ sourceCompanyName, targetCompanyName }: Pair) =>
      sourceCompanyName === targetCompanyName
        ? sourceCompanyName
        : `${isolate(sourceCompanyName)} ↔ ${isolate(targetCompanyName)}`;
    return [
      { id: 'pair', header: t('analysis.pair'), isFixed: true, list: 'title', value: name, cell: name },
      ...counts.map((id) => ({
        id,
        header: t(`analysis.${id}`),
        align: 'end' as const,
        value: (pair: Pair) => pair[id],
        cell: (pair: Pair) => format.number(pair[id]),
        listCell: (pair: Pair) => `${t(`analysis.${id}`)} ${format.number(pair[id])}`,
      })),
      {
        id: 'confidence',
        header: t('card.confidence'),
        align: 'end',
        list: 'end',
        value: (pair) => pair.avgConfidence,
        cell: (pair) => (pair.avgConfidence === null ? '–' : format.percent(pair.avgConfidence)),
      },
    ];
  }, [t, format]);
  return (
    <Card flush>
      <DataTable
        id="lineage-pairs"
        label={t('analysis.pairs')}
        columns={columns}
        rows={pairs}
        rowKey={(pair) => `${pair.sourceCompanyId}-${pair.targetCompanyId}`}
        hasColumnChoice={false}
        hasToolbar={false}
        empty={t('analysis.none')}
      />
    </Card>
  );
}

/** Values that are too common to be used for matching, by company or pair of companies. */
function CommonValues({ values }: { values: LineageAnalysis['hotValues'] }) {
  const { t } = useTranslation('lineage');
  const format = useFormat();
  if (values.length === 0) return <Box color="ink.2">{t('analysis.noCommon')}</Box>;
  return (
    <Box as="ul" listStyleType="none" display="grid" gap="1">
      {values.map(({ companies, sharedValues, crowdedKeys }) => (
        <li key={companies.map((company) => company.id).join('-')}>
          {companies.map((company) => isolate(company.name)).join(' ↔ ')}{' '}
          <Muted>
            {t('analysis.commonText', {
              shared: format.number(sharedValues),
              crowded: format.number(crowdedKeys),
            })}
          </Muted>
        </li>
      ))}
    </Box>
  );
}

/** Relationships that have waited longest for a decision, with links to their evidence. */
function OldestUndecided({ entries }: { entries: readonly LineageEntry[] }) {
  const { t } = useTranslation('lineage');
  const { set } = useUrlState();
  if (entries.length === 0) return <Box color="ink.2">{t('analysis.allDecided')}</Box>;
  const open = (id: number) => set({ entry: String(id), selected: null, analysis: null }, { push: true });
  return (
    <Box as="ul" listStyleType="none">
      {entries.map((entry) => (
        <Flex
          as="li"
          key={entry.id}
          align="center"
          gap="3"
          py="1.5"
          borderTopWidth="1px"
          _first={{ borderTopWidth: '0' }}
        >
          <Box flex="1" minWidth="0">
            <Mono>
              {individualName(entry.individualId)} ↔ {otherName(entry)}
            </Mono>
          </Box>
          <Box color="ink.2" textStyle="small">
            <RelativeTime at={entry.createdAt} />
          </Box>
          <Button size="sm" onClick={() => open(entry.id)}>
            {t('analysis.evidence')}
          </Button>
        </Flex>
      ))}
    </Box>
  );
}
