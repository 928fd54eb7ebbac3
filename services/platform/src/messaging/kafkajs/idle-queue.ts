/** The module is private. Without it, or if its names change, kafkajs keeps its own polling. */
const loaded = await import('kafkajs/src/network/requestQueue/index.js').catch(() => undefined);
const prototype = loaded?.default?.prototype;
const schedule = prototype?.scheduleCheckPendingRequests;

/**
 * kafkajs 2.2.4 checks for waiting requests after every answer and then every millisecond for as long as the connection
 * lives (its issue 1704): some 40 ms of CPU per second in an idle service. From now on it schedules a check only while
 * requests wait; answers and new requests cause checks as before.
 */
export function letIdleQueuesRest(): void {
  if (prototype === undefined || typeof schedule !== 'function') return;
  prototype.scheduleCheckPendingRequests = function scheduleWhileRequestsWait() {
    if (this.pending?.length !== 0) schedule.call(this);
  };
}
