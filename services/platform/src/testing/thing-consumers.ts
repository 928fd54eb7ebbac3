import { AppError } from '../core/errors/app-error.ts';
import type { ConsumerSpec } from '../messaging/consumer-spec.ts';
import { defineConsumers, NO_SETTINGS } from '../messaging/service-consumers.ts';

/** Tables of the consumers below, in the schema of lineage. */
export const THING_TABLES = `SET ROLE lineage_owner; CREATE TABLE lineage.effect (event_id uuid, at bigserial);
  CREATE TABLE lineage.fault (key text, what text);
  GRANT SELECT, INSERT ON lineage.effect TO lineage_system; GRANT USAGE ON lineage.effect_at_seq TO lineage_system;
  GRANT SELECT, DELETE ON lineage.fault TO lineage_system; RESET ROLE`;

/**
 * Consumers of the topic `thing`. Each message becomes a row, unless a fault is planted for its key.
 */
export const thingConsumers = defineConsumers({
  service: 'lineage',
  config: NO_SETTINGS,
  reads: ['lineage.thing', 'lineage.strict'],
  specs: ({ db, wake }) => {
    const spec = (topic: string, onPoison: 'park' | 'stop'): ConsumerSpec => ({
      name: `on-${topic}`,
      topics: [`lineage.${topic}`],
      scope: 'system',
      onPoison,
      async handle({ tx, messages }) {
        for (const { eventId, key } of messages) {
          const [fault] = await tx.query<{ what: string }>('SELECT what FROM fault WHERE key = $1', [key]);
          if (fault?.what === 'fails') throw new AppError('INVALID_ARGUMENT', 'PLANTED', 'planted');
          await tx.query('INSERT INTO effect (event_id) VALUES ($1)', [eventId]);
          if (fault?.what === 'dies') await die(() => db.system((own) => own.query('DELETE FROM fault')));
        }
        tx.afterCommit(wake);
      },
    });
    return [spec('thing', 'park'), spec('strict', 'stop')];
  },
});

/** Ends the thread in the middle of the transaction, once. */
async function die(prepare: () => Promise<unknown>): Promise<never> {
  await prepare();
  setImmediate(() => {
    throw new Error('planted');
  });
  return await new Promise<never>(() => undefined);
}
