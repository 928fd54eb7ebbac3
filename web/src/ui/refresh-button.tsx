import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

/** Refetches the data of the screen. Every screen has one, because data is not refetched automatically. */
export function RefreshButton() {
  const { t } = useTranslation('ui');
  const client = useQueryClient();
  const isFetching = useIsFetching({ type: 'active' }) > 0;
  return (
    <IconButton
      variant="secondary"
      icon={RefreshCw}
      label={t('refresh')}
      pending={isFetching}
      onClick={() => client.refetchQueries({ type: 'active' })}
    />
  );
}
