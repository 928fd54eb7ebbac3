import { Box, Flex, Grid } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import type { ComplianceCheck, RegulationTrend } from '@pii-vault/contract/compliance/compliance-schema';
import { useTranslation } from 'react-i18next';
import { FigureDefinition } from '../../../figures/figure-card.tsx';
import { useFormat } from '../../../i18n/use-format.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Sparkline } from '../../../ui/charts/sparkline.tsx';
import { MissingPart } from '../../../ui/missing-part.tsx';
import { RingGauge } from '../../../ui/ring-gauge.tsx';
import { useUrlState } from '../../../url/use-url-state.ts';
import { type RegulationState, regulationStates, ringOf } from '../compliance.ts';
import { useComplianceTrend } from '../queries.ts';
import { useComplianceWords } from './use-compliance-words.ts';

/** A ring per regulation with its last 30 days. */
export function RegulationCards({
  company,
  checks,
}: {
  company: Company;
  checks: readonly ComplianceCheck[];
}) {
  const { t } = useTranslation('compliance');
  const { data, error, refetch } = useComplianceTrend(company.id, '30');
  return (
    <Grid templateColumns="repeat(auto-fit, minmax({sizes.72}, 1fr))" gap="3">
      {error && !data ? (
        <Box gridColumn="1 / -1">
          <MissingPart title={t('ring.trend')} error={error} onRetry={refetch} />
        </Box>
      ) : null}
      {regulationStates(checks).map((state) => (
        <RegulationCard
          key={state.regulation}
          state={state}
          trend={data?.find(({ regulationType }) => regulationType === state.regulation)}
        />
      ))}
    </Grid>
  );
}

function RegulationCard({ state, trend }: { state: RegulationState; trend: RegulationTrend | undefined }) {
  const { t } = useTranslation('compliance');
  const format = useFormat();
  const words = useComplianceWords();
  const { set } = useUrlState();
  const { kind, value, tone } = ringOf(state);
  const name = words.regulation(state.regulation);
  const days = trend?.days.map(({ score, readiness }) => (kind === 'score' ? score : readiness)) ?? [];
  const facts = [
    t('ring.rules', { count: state.rules, n: format.number(state.rules) }),
    state.violations > 0
      ? t('ring.violations', { count: state.violations, n: format.number(state.violations) })
      : '',
    state.unknown > 0 ? t('ring.unknown', { count: state.unknown, n: format.number(state.unknown) }) : '',
  ].filter(Boolean);
  return (
    <Card
      title={name}
      badge={<FigureDefinition figure="regulationScore" of={name} />}
      actions={
        <Button
          size="sm"
          variant="ghost"
          onClick={() => set({ tab: 'regulations', regulation: state.regulation }, { push: true })}
        >
          {t('ring.open')}
        </Button>
      }
    >
      <Flex gap="4" align="center">
        <RingGauge label={t(`ring.${kind}`)} value={value} tone={tone} />
        <Box minWidth="0" flex="1">
          <Box>{facts.join(' · ')}</Box>
          <Box color="ink.2" textStyle="small">
            {state.inForceFrom === null
              ? t('ring.inForce')
              : t('ring.inForceFrom', { date: format.date(state.inForceFrom) })}
          </Box>
          {days.length > 0 ? (
            <Box mt="2">
              <Sparkline label={t('ring.history', { name })} values={days} />
              <Box color="ink.2" textStyle="small">
                {t('ring.days')}
              </Box>
            </Box>
          ) : null}
        </Box>
      </Flex>
    </Card>
  );
}
