import { runEventsThread } from '@pii-vault/platform/runtime/events-thread/run-events-thread';
import { threadConsumers } from './thread-consumers.ts';

/** Entry point of the thread that runs relays and consumers. */
await runEventsThread(threadConsumers);
