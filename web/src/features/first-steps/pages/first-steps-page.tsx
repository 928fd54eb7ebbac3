import { Box } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Navigate, useLocation, useNavigation } from 'react-router-dom';
import { useCompanies } from '../../../company/use-companies.ts';
import { useCan } from '../../../session/use-session.ts';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useLinkAgreements } from '../api/link-agreements.ts';
import { StepRow } from '../components/step-row.tsx';
import { holdsPeople, isOpen, stepsOf } from '../steps.ts';

/** What an empty vault wants next; with people in it, Individual Profiles. */
export function FirstStepsPage() {
  const { t } = useTranslation('first-steps');
  const can = useCan();
  const { search } = useLocation();
  const isLeaving = useNavigation().state !== 'idle';
  const { data: companies, error, refetch } = useCompanies();
  const { data: agreements } = useLinkAgreements(can('company:manage'));

  if (companies && holdsPeople(companies))
    // Whoever has chosen a screen while this one loaded gets that one.
    return isLeaving ? null : <Navigate to={`/individuals${search}`} replace />;
  const state = companies ? { companies, agreements } : undefined;
  const steps = state ? stepsOf(state).filter((step) => can(step.permission)) : [];
  return (
    <Box maxWidth="dialogWide" mx="auto" width="full">
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<RefreshButton />} />
      <Card flush>
        {error ? <ErrorState error={error} onRetry={refetch} /> : null}
        {!state && !error ? (
          <Box p="5">
            <SkeletonLines count={8} />
          </Box>
        ) : null}
        {state ? (
          <Box as="ol" listStyleType="none">
            {steps.map((step, index) => (
              <StepRow key={step.key} number={index + 1} step={step} isOpen={isOpen(step, state)} />
            ))}
          </Box>
        ) : null}
      </Card>
      <Box mt="3" color="ink.2" textStyle="small">
        {t('demo')}
      </Box>
    </Box>
  );
}
