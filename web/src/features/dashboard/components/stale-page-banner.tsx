import { Box } from '@chakra-ui/react';
import { notifyManager, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { StaleBanner } from '../../../ui/stale-banner.tsx';

/** One banner when anything on the page could not be refreshed; each card keeps what it has. */
export function StalePageBanner() {
  const queryClient = useQueryClient();
  const cache = queryClient.getQueryCache();
  const subscribe = useCallback(
    (onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)),
    [cache],
  );
  const stale = () =>
    cache
      .findAll({ type: 'active' })
      .find(({ state }) => state.status === 'error' && state.data !== undefined);
  const error = useSyncExternalStore(subscribe, () => stale()?.state.error ?? null);
  if (!error) return null;
  return (
    <Box borderWidth="1px" borderTopWidth="0" borderRadius="card" overflow="hidden" mb="4">
      <StaleBanner error={error} onRetry={() => void queryClient.refetchQueries({ type: 'active' })} />
    </Box>
  );
}
