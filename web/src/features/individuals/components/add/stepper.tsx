import { Box, Flex } from '@chakra-ui/react';
import { Check } from 'lucide-react';
import { Icon } from '../../../../ui/icon.tsx';

interface StepperProps {
  label: string;
  steps: readonly string[];
  /** 0-based. */
  current: number;
  /** Called for a completed step, to return to it. */
  onStep: (step: number) => void;
}

/** The steps of a form, with the current one marked. */
export function Stepper({ label, steps, current, onStep }: StepperProps) {
  return (
    <Flex as="ol" aria-label={label} listStyleType="none" gap="2" mb="5" align="center" wrap="wrap">
      {steps.map((step, index) => {
        const isDone = index < current;
        const isCurrent = index === current;
        return (
          <Flex as="li" key={step} align="center" gap="2" aria-current={isCurrent ? 'step' : undefined}>
            {index > 0 ? (
              <Box aria-hidden="true" width={{ base: '4', md: '10' }} borderTopWidth="1px" />
            ) : null}
            <Flex
              as={isDone ? 'button' : 'span'}
              align="center"
              gap="2"
              borderRadius="badge"
              cursor={isDone ? 'pointer' : undefined}
              onClick={isDone ? () => onStep(index) : undefined}
            >
              <Flex
                as="span"
                align="center"
                justify="center"
                boxSize="6"
                borderRadius="full"
                textStyle="label"
                bg={isCurrent ? 'accent' : isDone ? 'accent.soft' : 'neutral.soft'}
                color={isCurrent ? 'accent.on' : isDone ? 'accent.text' : 'ink.2'}
              >
                {isDone ? <Icon as={Check} size={14} /> : index + 1}
              </Flex>
              <Box as="span" textStyle={isCurrent ? 'strong' : 'body'} color={isCurrent ? 'ink' : 'ink.2'}>
                {step}
              </Box>
            </Flex>
          </Flex>
        );
      })}
    </Flex>
  );
}
