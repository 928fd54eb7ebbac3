import { Box, Flex } from '@chakra-ui/react';
import { LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from './icon.tsx';

/** The spinner with 'Loading...' of the session check. */
export function Loading() {
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
      {t('loading')}
    </Flex>
  );
}
