import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';

/** The own sessions, tokens and API credential, newest first. */
export const useOwnSessions = () =>
  useQuery({
    queryKey: ['/auth/sessions'],
    queryFn: ({ signal }) => client.call('GET /auth/sessions', { signal }),
  });

const endSession = (id: string) => client.call('DELETE /auth/sessions/{id}', { params: { id } });

export function useEndOwnSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: endSession,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/auth/sessions'] }),
  });
}

/** Ends each of these sessions. @throws the first refusal, after all were tried */
export function useEndOwnSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      const outcomes = await Promise.allSettled(ids.map(endSession));
      const refused = outcomes.find((outcome) => outcome.status === 'rejected');
      if (refused) throw refused.reason;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['/auth/sessions'] }),
  });
}
