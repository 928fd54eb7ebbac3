import type { ServiceName } from '../../core/context/caller.ts';
import type { Logger } from '../../core/log/log.ts';
import type { ServiceDatabase } from '../../postgres/connection.ts';
import { type OpenDatabase, openDatabase } from '../../postgres/open-database.ts';

/** Relay and consumers of one service use few connections: their work is in order. */
const CONNECTIONS = { maxConnections: 2, maxSystemConnections: 4 };

/** A service's schema as its relay and consumers use it: over connections of their own. */
export function openEventsDatabase(
  service: ServiceName,
  database: ServiceDatabase,
  log: Logger,
): OpenDatabase {
  return openDatabase({ service, ...database, ...CONNECTIONS, log });
}
