import pg from 'pg';
import type { Logger } from '../core/log/log.ts';
import { connectionSettings, type DatabaseAddress, type Login } from '../postgres/connection.ts';
import { fromPostgres } from '../postgres/postgres-failure.ts';
import { oneAtATime } from './one-at-a-time.ts';

export interface BusSessionOptions {
  readonly address: DatabaseAddress;
  readonly login: Login;
  readonly log: Pick<Logger, 'warn'>;
  onNotify(topic: string): void;
}

/**
 * The one connection of a process that listens for notifications and holds a lock per (group, topic) it works on. The
 * locks end with the connection, so a process that dies leaves its topics to another one at once. It is given one
 * statement at a time: from version 9 on the driver refuses more.
 */
export interface BusSession {
  /** Changes whenever the connection was lost, and with it every lock. */
  generation(): number;
  tryLock(name: string): Promise<boolean>;
  unlock(name: string): Promise<void>;
  close(): Promise<void>;
}

export function openBusSession(options: BusSessionOptions): BusSession {
  const inTurn = oneAtATime();
  let client: Promise<pg.Client> | undefined;
  let generation = 0;
  let isClosed = false;

  async function connect(): Promise<pg.Client> {
    const fresh = new pg.Client(connectionSettings(options.address, options.login, 'bus session'));
    fresh.on('notification', (notification) => options.onNotify(notification.payload ?? ''));
    fresh.on('error', (error) => {
      if (!isClosed) options.log.warn('bus session lost', { err: error });
    });
    fresh.once('end', () => {
      generation += 1;
      client = undefined;
    });
    await fresh.connect();
    await fresh.query('LISTEN bus');
    return fresh;
  }

  function session(): Promise<pg.Client> {
    client ??= connect().catch((error: unknown) => {
      client = undefined;
      throw fromPostgres(error);
    });
    return client;
  }

  return {
    generation: () => generation,
    async tryLock(name) {
      const open = await session();
      const result = await inTurn(() =>
        open.query<{ locked: boolean }>('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked', [
          name,
        ]),
      );
      return result.rows[0]?.locked ?? false;
    },
    async unlock(name) {
      const open = await session();
      await inTurn(() => open.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [name]));
    },
    async close() {
      isClosed = true;
      await client?.then((open) => open.end()).catch(() => undefined);
    },
  };
}
