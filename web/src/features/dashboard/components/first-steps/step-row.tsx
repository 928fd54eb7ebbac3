import { Box, Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Button } from '../../../../ui/button.tsx';
import { Icon } from '../../../../ui/icon.tsx';
import { StatusBadge } from '../../../../ui/status-badge.tsx';
import type { Step } from '../../rules/first-steps.ts';

interface StepRowProps {
  number: number;
  step: Step;
  isOpen: boolean;
}

/** One step: number or tick, what it is for, and its button. Only the next one is primary. */
export function StepRow({ number, step, isOpen }: StepRowProps) {
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
