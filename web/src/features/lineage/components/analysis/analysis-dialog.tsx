import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../../ui/dialog.tsx';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { SkeletonLines } from '../../../../ui/skeleton.tsx';
import { useUrlState } from '../../../../url/use-url-state.ts';
import { useLineageAnalysis } from '../../queries.ts';
import { CommonValues } from './common-values.tsx';
import { ConfidenceHistogram } from './confidence-histogram.tsx';
import { OldestUndecided } from './oldest-undecided.tsx';
import { PairTable } from './pair-table.tsx';

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
