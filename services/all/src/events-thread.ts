import { runEventsThread } from '@pii-vault/platform/events-thread/run-events-thread';
import { threadConsumers } from './thread-consumers.ts';

/** The thread of relays and consumers. */
await runEventsThread(threadConsumers);
