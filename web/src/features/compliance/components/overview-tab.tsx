import { Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck } from '@pii-vault/contract/compliance/compliance-schema';
import { Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { AnswerBar } from '../../../ui/answer-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { StatCards } from '../../../ui/stat-card.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { countOf, dueChecks, statusTones } from '../compliance.ts';
import { HistoryCard } from './history-card.tsx';
import { PlanCard } from './plan-card.tsx';
import { RegulationCards } from './regulation-cards.tsx';
import { ReviewCard } from './review-card.tsx';
import { useComplianceWords } from './use-compliance-words.ts';

const counted = ['violation', 'warning', 'compliant', 'unknown', 'not_in_force'] as const;
const figures = {
  violation: 'rulesViolation',
  warning: 'rulesWarning',
  compliant: 'rulesCompliant',
  unknown: 'rulesUnknown',
  not_in_force: 'rulesUpcoming',
} as const;

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
          <FigureCard
            key={status}
            figure={figures[status]}
            label={t(`status.${status}`)}
            value={format.number(countOf(checks, status))}
            note={t(`note.${status}`)}
          />
        ))}
      </StatCards>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
        gap="4"
        alignItems="start"
        mb="4"
      >
        <PlanCard companyId={company.id} checks={checks} />
        <Grid gap="4" minWidth="0">
          <ReviewCard companyId={company.id} />
          <HistoryCard companyId={company.id} />
        </Grid>
      </Grid>
      <RegulationCards company={company} checks={checks} />
    </>
  );
}

/** Names the worst violated rule and links to it. */
function Answer({ checks }: { checks: readonly ComplianceCheck[] }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const { set } = useUrlState();
  const [first] = dueChecks(checks);
  if (first === undefined)
    return (
      <AnswerBar label={t('answer.label')} tone="success">
        {t('answer.none')}
      </AnswerBar>
    );
  const { status, ruleId, regulationType } = first;
  const count = status === 'not_in_force' ? dueChecks(checks).length : countOf(checks, status);
  return (
    <AnswerBar
      label={t('answer.label')}
      tone={status === 'not_in_force' ? 'warning' : statusTones[status]}
      action={
        <Button size="sm" onClick={() => set({ tab: 'regulations', rule: ruleId }, { push: true })}>
          {t('answer.see', { rule: ruleId })}
        </Button>
      }
    >
      {t(`answer.${status}`, { count, n: format.number(count) })}{' '}
      {t('answer.first', { regulation: words.regulation(regulationType), title: words.title(first) })}
    </AnswerBar>
  );
}
