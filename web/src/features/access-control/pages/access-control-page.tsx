import { Box, Flex, Grid } from '@chakra-ui/react';
import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Below } from '../../../ui/below.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { RefreshButton } from '../../../ui/refresh-button.tsx';
import { RuleCard } from '../components/rule-card.tsx';
import { useAccessControl } from '../queries.ts';

/** Access Control: addresses and domains from which the vault may be used. */
export function AccessControlPage() {
  const { t } = useTranslation('access-control');
  const lists = useAccessControl();
  return (
    <>
      <PageHeader title={t('title')} subtitle={t('subtitle')} actions={<RefreshButton />} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
        gap="4"
        alignItems="start"
      >
        <RuleCard kind="ip" rules={lists.data?.allowedIps} lists={lists} />
        <RuleCard kind="domain" rules={lists.data?.allowedDomains} lists={lists} />
      </Grid>
      <Below isReady={!lists.isLoading}>
        <Flex mt="4" gap="2" color="ink.2">
          <Box flexShrink="0" pt="0.5">
            <Icon as={Info} />
          </Box>
          <Box as="p" maxWidth="prose">
            {t('always')}
          </Box>
        </Flex>
      </Below>
    </>
  );
}
