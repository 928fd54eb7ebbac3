import type { CallInput } from '@pii-vault/contract/client';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../client/client.ts';
import { callQuery } from '../../client/queries.ts';
import { useChange } from '../../client/use-change.ts';

const PATHS = ['/parked-events'];

/** Of the whole deployment. */
export const useParkedEvents = () => useQuery(callQuery('GET /parked-events'));

/** Answers with the numbers of events that took effect and that are still parked. */
export const useReplayParked = () =>
  useChange(
    (body: CallInput<'POST /parked-events/replay'>['body']) =>
      client.call('POST /parked-events/replay', { body }),
    PATHS,
    { alsoWhenRefused: true },
  );

export const useDiscardParked = () =>
  useChange(
    (body: CallInput<'POST /parked-events/discard'>['body']) =>
      client.call('POST /parked-events/discard', { body }),
    PATHS,
    { alsoWhenRefused: true },
  );
