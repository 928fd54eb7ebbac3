import { Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../../i18n/use-format.ts';
import { Card } from '../../../../ui/card.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { StatCard, StatCards } from '../../../../ui/stat-card.tsx';
import { countOf } from '../../rules/check-states.ts';
import { Answer } from './answer.tsx';
import { DueCard } from './due-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { RegulationCards } from './regulation-cards.tsx';
import { ReviewCard } from './review-card.tsx';

const counted = ['violation', 'warning', 'compliant', 'unknown', 'not_in_force'] as const;

/** The answer, the figures, a ring per regulation with its history, and what to do next. */
export function OverviewTab({ company, checks }: { company: Company; checks: readonly ComplianceCheck[] }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  if (checks.length === 0)
    return (
      <Card>
        <EmptyState icon={Scale} title={t('empty')} hint={t('emptyHint')} />
      </Card>
    );
  return (
    <>
      <Answer checks={checks} />
      <StatCards>
        {counted.map((status) => (
          <StatCard
            key={status}
            label={t(`status.${status}`)}
            value={format.number(countOf(checks, status))}
            note={t(`note.${status}`)}
          />
        ))}
      </StatCards>
      <RegulationCards company={company} checks={checks} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="4"
        alignItems="start"
        mt="4"
      >
        <HistoryCard companyId={company.id} />
        <Grid gap="4" minWidth="0">
          <DueCard checks={checks} />
          <ReviewCard companyId={company.id} />
        </Grid>
      </Grid>
    </>
  );
}
