import { Box, Flex } from '@chakra-ui/react';
import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** A spinner in the middle of the page; 'Loading...' unless a label says more. */
export function Loading({ label }: { label?: string }) {
  const { t } = useTranslation('ui');
  return (
    <Flex role="status" minHeight="100dvh" align="center" justify="center" gap="2" color="ink.2">
      <Box
        as="span"
        display="inline-flex"
        animation="spin"
        animationDuration="900ms"
        animationIterationCount="infinite"
        animationTimingFunction="linear"
      >
        <Icon as={LoaderCircle} />
      </Box>
      {label ?? t('loading')}
    </Flex>
  );
}
