import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { opened, press, pressIn, type } from '../../testing/acts.ts';
import { exampleOf } from '../../testing/examples.ts';
import { showScreen } from '../../testing/screen.tsx';
import { problem } from '../../testing/stub-api.ts';

const LIST = 'GET /parked-events';
const DISCARD = 'POST /parked-events/discard';
const list = exampleOf(LIST);
const show = (answers: object = {}) => showScreen('/parked-events?company=1', { [LIST]: list, ...answers });

it('shows the first event of a subject, why it failed, and how many wait', async () => {
  await show();
  expect(await screen.findByText('UNKNOWN_FIELD_TYPE')).toBeTruthy();
  expect(screen.getByText('3 later events wait')).toBeTruthy();
});

it('says which services did not answer, and then not that nothing is parked', async () => {
  await show({ [LIST]: { events: [], unread: ['vault', 'audit'] } });
  expect(await screen.findByText(/^These services did not answer: Vault, Audit trail/)).toBeTruthy();
  expect(screen.queryByText('No events are parked')).toBeNull();
});

it('replays the events of a service, and says what is left', async () => {
  const { sent } = await show({ 'POST /parked-events/replay': { replayed: 1, left: 2 } });
  await press('Replay the parked events of Data lineage');
  expect(await screen.findByText('1 event was processed')).toBeTruthy();
  expect(screen.getByText(/^2 events are still parked/)).toBeTruthy();
  expect(sent('POST /parked-events/replay')[0]?.body).toEqual({ service: 'lineage' });
});

it('discards an event with a reason, and shows why it is refused', async () => {
  const message = 'No such event is parked';
  const { sent } = await show({ [DISCARD]: problem(404, { reason: 'EVENT_NOT_PARKED', message }) });
  const [event] = list.events;
  await press(`Discard event ${event?.eventId}`);
  await opened();
  await type('Reason', 'repeated');
  await pressIn('Discard event');
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  const { service, consumer, eventId } = event ?? {};
  expect(sent(DISCARD)[0]?.body).toEqual({ service, consumer, eventId, reason: 'repeated' });
});
