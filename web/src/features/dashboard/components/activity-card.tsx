import { Box, Flex } from '@chakra-ui/react';
import { Activity } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useActionName } from '../../../audit-actions/use-action-name.ts';
import { useFormat } from '../../../i18n/use-format.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Muted } from '../../../ui/muted.tsx';
import { Meter } from '../../../ui/progress-bar.tsx';
import { SkeletonLines } from '../../../ui/skeleton.tsx';
import { useGrowth } from '../queries.ts';
import { busiestActions } from '../rules/figures.ts';
import { Loaded } from './loaded.tsx';

/** Most frequent actions of users and API clients in the last seven days. */
export function ActivityCard() {
  const { t } = useTranslation('dashboard');
  const growth = useGrowth(true);
  return (
    <Card title={t('activity.title')}>
      <Loaded query={growth} skeleton={<SkeletonLines count={7} />}>
        {({ access }) => {
          const actions = busiestActions(access.byAction);
          return actions.length === 0 ? (
            <EmptyState icon={Activity} title={t('audit.empty')} />
          ) : (
            <Box as="ul" listStyleType="none" display="grid" gap="3">
              {actions.map((action) => (
                <ActionRow key={action.action} {...action} />
              ))}
            </Box>
          );
        }}
      </Loaded>
    </Card>
  );
}

function ActionRow({ action, entries, percent }: ReturnType<typeof busiestActions>[number]) {
  const format = useFormat();
  const name = useActionName()(action);
  return (
    <Box as="li">
      <Flex justify="space-between" gap="3" mb="1.5">
        <span>{name}</span>
        <Muted>{format.number(entries)}</Muted>
      </Flex>
      <Box aria-hidden="true">
        <Meter label={name} percent={percent} tone="accent" />
      </Box>
    </Box>
  );
}
