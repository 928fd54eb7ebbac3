import { Box, Grid } from '@chakra-ui/react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { RoleBadge } from '../../../ui/role-badge.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useRoleOptions } from '../queries.ts';

/** What each role may do. */
export function RoleDefinitions() {
  const { t } = useTranslation('users');
  const { data, error, refetch } = useRoleOptions();
  return (
    <Card title={t('definitions')}>
      {error && !data ? <ErrorState error={error} onRetry={refetch} /> : null}
      {!data && !error ? <SkeletonLines /> : null}
      <Grid
        as="dl"
        templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' }}
        columnGap="8"
        rowGap="3"
      >
        {(data ?? []).map(({ value }) => (
          <Box key={value}>
            <dt>
              <RoleBadge role={value} />
            </dt>
            <Box as="dd" color="ink.2" mt="1">
              {t(`definition.${value}`, { defaultValue: '' })}
            </Box>
          </Box>
        ))}
      </Grid>
    </Card>
  );
}
