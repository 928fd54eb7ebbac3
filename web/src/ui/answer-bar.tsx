import { Box, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import type { Tone } from './status-badge.tsx';

interface AnswerBarProps {
  /** Accessible name: the question. */
  label: string;
  tone: Tone;
  isLoading?: boolean;
  /** The answer in a sentence. */
  children: ReactNode;
  /** The next thing to do. */
  action?: ReactNode;
}

/** The first line of a screen: the answer to its main question, and the next action. */
export function AnswerBar({ action, children, ...frame }: AnswerBarProps) {
  return (
    <AnswerFrame {...frame}>
      <Box flex="1" minWidth="0" flexBasis="52">
        {children}
      </Box>
      {action ? (
        <Flex gap="2" data-print="hide">
          {action}
        </Flex>
      ) : null}
    </AnswerFrame>
  );
}

/** Fits one line with or without a button. */
const ONE_LINE = 'calc({sizes.controlSm} + {spacing.6} + 2px)';

/** The frame of an answer, with the colour of its tone at the edge. */
export function AnswerFrame(props: Omit<AnswerBarProps, 'action'>) {
  const { label, tone, isLoading = false, children } = props;
  return (
    <Flex
      as="section"
      aria-label={label}
      aria-busy={isLoading || undefined}
      bg="surface"
      borderWidth="1px"
      borderInlineStartWidth="3px"
      borderInlineStartColor={isLoading || tone === 'neutral' ? 'line.strong' : tone}
      borderRadius="card"
      boxShadow="card"
      px="4"
      py="3"
      mb="4"
      columnGap="6"
      rowGap="2"
      minHeight={ONE_LINE}
      align="center"
      wrap="wrap"
    >
      {isLoading ? <Skeleton width="64" height="4" /> : children}
    </Flex>
  );
}
