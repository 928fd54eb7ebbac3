import { runEventsThread } from '../runtime/events-thread/run-events-thread.ts';
import { thingConsumers } from './thing-consumers.ts';

await runEventsThread([thingConsumers]);
