import { Box } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { useTranslation } from 'react-i18next';
import { useCan } from '../../../../session/use-session.ts';
import { Card } from '../../../../ui/card.tsx';
import { useLinkAgreements } from '../../queries.ts';
import { isOpen, stepsOf } from '../../rules/first-steps.ts';
import { StepRow } from './step-row.tsx';

/** What an empty vault wants next, from the first company to the proof. */
export function FirstSteps({ companies }: { companies: readonly Company[] }) {
  const { t } = useTranslation('dashboard');
  const can = useCan();
  const { data: agreements } = useLinkAgreements(can('company:manage'));
  const state = { companies, agreements };
  const steps = stepsOf(state).filter((step) => can(step.permission));
  return (
    <Box maxWidth="dialogWide">
      <Card flush title={t('firstSteps.title')}>
        <Box px="4" pb="3" color="ink.2">
          {t('firstSteps.subtitle')}
        </Box>
        <Box as="ol" listStyleType="none" borderTopWidth="1px">
          {steps.map((step, index) => (
            <StepRow key={step.key} number={index + 1} step={step} isOpen={isOpen(step, state)} />
          ))}
        </Box>
      </Card>
      <Box mt="3" color="ink.2" textStyle="small">
        {t('firstSteps.demo')}
      </Box>
    </Box>
  );
}
