import { useQuery } from '@tanstack/react-query';
import { client } from '../../../client/client.ts';
import { callQuery } from '../../../client/queries.ts';
import { useChange } from '../../../client/use-change.ts';

/** The own sessions, tokens and API credential, newest first. */
export const useOwnSessions = () => useQuery(callQuery('GET /auth/sessions'));

const endSession = (id: string) => client.call('DELETE /auth/sessions/{id}', { params: { id } });

export const useEndOwnSession = () => useChange(endSession, ['/auth/sessions'], { alsoWhenRefused: true });

/** Ends each of these sessions. @throws the first refusal, after all were tried */
export const useEndOwnSessions = () =>
  useChange(
    async (ids: readonly string[]) => {
      const outcomes = await Promise.allSettled(ids.map(endSession));
      const refused = outcomes.find((outcome) => outcome.status === 'rejected');
      if (refused) throw refused.reason;
    },
    ['/auth/sessions'],
    { alsoWhenRefused: true },
  );
