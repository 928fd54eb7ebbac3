import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';

/** Fetches again what this screen shows; every screen has one, because data never goes stale by itself. */
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
