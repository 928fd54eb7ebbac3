import { Box } from '@chakra-ui/react';
import type { Explanation } from '@pii-vault/contract/data-lineage/data-lineage-schema';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldName } from '../../../../i18n/field-name.ts';
import { ErrorState } from '../../../../ui/error-state.tsx';
import { KeyValue } from '../../../../ui/key-value.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import { useExplanation } from '../../queries.ts';
import { statusTone, typeTone } from '../../rules/relationship-look.ts';
import { PairHead } from './pair-head.tsx';
import { PairReview } from './pair-review.tsx';
import { PairSkeleton } from './pair-skeleton.tsx';
import { StatePurpose } from './state-purpose.tsx';
import { WaterfallChart } from './waterfall-chart.tsx';
import { WithheldEvidence } from './withheld-evidence.tsx';

/** The selected pair: who, how sure, and why, in bits. */
export function PairPanel({ entryId, onClose }: { entryId: number; onClose: () => void }) {
  const { t } = useTranslation('lineage');
  // Stated for one pair: another pair asks again.
  const [stated, setStated] = useState({ entryId, purpose: '' });
  const purpose = stated.entryId === entryId ? stated.purpose : '';
  const { data, error, refetch } = useExplanation(entryId, purpose);
  if (error && !data) return <ErrorState error={error} title={t('pair.failed')} onRetry={refetch} />;
  if (!data) return <PairSkeleton />;
  return (
    <Box display="grid" gap="3">
      <PairHead entry={data.entry} onClose={onClose} />
      <Box>
        <Box as="h3" color="ink.2" mb="2">
          {t(data.withheld === null ? 'pair.why' : 'withheld.title')}
        </Box>
        {data.withheld === null ? (
          <WaterfallChart explanation={data} />
        ) : (
          <WithheldEvidence explanation={{ ...data, withheld: data.withheld }} />
        )}
        {data.withheld === 'purpose' || (data.withheld === 'consent' && purpose !== '') ? (
          <StatePurpose
            key={entryId}
            companyId={data.entry.sourceCompanyId}
            onState={(one) => setStated({ entryId, purpose: one })}
          />
        ) : null}
      </Box>
      <Facts explanation={data} />
      <PairReview explanation={data} />
    </Box>
  );
}

function Facts({ explanation }: { explanation: Explanation }) {
  const { t } = useTranslation('lineage');
  const { entry } = explanation;
  const { fields } = entry.matchingFields;
  return (
    <Box pt="3" borderTopWidth="1px">
      <KeyValue
        items={[
          {
            label: t('column.type'),
            value: (
              <StatusBadge tone={typeTone(entry.relationshipType)}>
                {t(`type.${entry.relationshipType}`)}
              </StatusBadge>
            ),
          },
          {
            label: t('column.status'),
            value: (
              <StatusBadge tone={statusTone(entry.verificationStatus)}>
                {t(`status.${entry.verificationStatus}`)}
              </StatusBadge>
            ),
          },
          {
            label: t('column.fields'),
            value: fields.length === 0 ? t('noFields') : fields.map(fieldName).join(' · '),
          },
        ]}
      />
    </Box>
  );
}
