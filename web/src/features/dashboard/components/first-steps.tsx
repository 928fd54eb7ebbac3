import { Box, Flex } from '@chakra-ui/react';
import type { Company } from '@pii-vault/contract/companies/companies-schema';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLinkAgreements } from '../../../company/use-link-agreements.ts';
import { useCan } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { isOpen, type Step, stepsOf } from '../rules/first-steps.ts';

/** Setup steps of an empty vault. */
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

interface StepRowProps {
  number: number;
  step: Step;
  isOpen: boolean;
}

/** One step. Only the button of the next step is primary. */
function StepRow({ number, step, isOpen }: StepRowProps) {
  const { t } = useTranslation('dashboard');
  const isDone = step.state === 'done';
  return (
    <Flex as="li" gap="4" align="center" px="5" py="4" borderTopWidth={number > 1 ? '1px' : '0'} wrap="wrap">
      <Flex
        align="center"
        justify="center"
        boxSize="8"
        flexShrink="0"
        borderRadius="full"
        textStyle="strong"
        bg={isDone ? 'success.soft' : step.state === 'next' ? 'accent.soft' : 'neutral.soft'}
        color={isDone ? 'success' : step.state === 'next' ? 'accent.text' : 'ink.2'}
      >
        {isDone ? <Icon as={Check} /> : number}
      </Flex>
      <Box flex="1" minWidth="52">
        <Box textStyle="strong">{t(`firstSteps.${step.key}.title`)}</Box>
        <Box color="ink.2">{t(`firstSteps.${step.key}.text`)}</Box>
      </Box>
      {isDone ? <StatusBadge tone="success">{t('firstSteps.done')}</StatusBadge> : null}
      {!isDone && isOpen ? (
        <Button asChild variant={step.state === 'next' ? 'primary' : 'secondary'}>
          <Link to={step.to}>{t(`firstSteps.${step.key}.action`)}</Link>
        </Button>
      ) : null}
      {!isDone && !isOpen ? (
        <Box color="ink.2" textStyle="small">
          {t('firstSteps.later')}
        </Box>
      ) : null}
    </Flex>
  );
}
