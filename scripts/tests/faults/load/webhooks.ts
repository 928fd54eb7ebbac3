import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Client } from '@pii-vault/contract/client';
import type { Tenant } from './start-load.ts';

/** A message that a company's receiver got. Redeliveries are separate messages. */
export interface ReceivedMessage {
  /** Company of the receiver. */
  readonly companyId: number;
  /** Header webhook-id. */
  readonly messageId: string;
  readonly body: string;
}

/** HTTP receivers of the companies' webhooks. */
export interface WebhookReceivers {
  readonly received: readonly ReceivedMessage[];
  stop(): Promise<void>;
}

/** Settings that allow a receiver on this machine, with a short timeout for deliveries of a killed sender. */
export const RECEIVER_SETTINGS = {
  TENANCY_WEBHOOK_ALLOWS_HTTP: 'true',
  TENANCY_WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32',
  TENANCY_WEBHOOK_TIMEOUT_MS: '2000',
} as const;

/** Events that the load causes: links arrive over the bus and the inbox, reveals from the trail. */
const EVENTS = ['link_detected', 'field_revealed'] as const;
/** One in this many messages is answered with 503, so that it is delivered again. */
const UNACKNOWLEDGED = 8;

/** Subscribes each company; call it before the load starts. Closes the receiver if a subscription is refused. */
export async function startWebhookReceivers(
  admin: Client,
  tenants: readonly Tenant[],
): Promise<WebhookReceivers> {
  const received: ReceivedMessage[] = [];
  const known = new Set<string>();
  const server = createServer((request, response) => {
    void receivedBy(request).then(
      (message) => {
        received.push(message);
        const isNew = !known.has(message.messageId);
        known.add(message.messageId);
        response.writeHead(isNew && known.size % UNACKNOWLEDGED === 0 ? 503 : 204).end();
      },
      () => response.destroy(),
    );
  });
  const address = await listen(server);
  const stop = () => close(server);
  try {
    for (const { companyId } of tenants)
      await admin.call('POST /webhooks', {
        body: { companyId, url: `${address}/${companyId}`, events: [...EVENTS] },
      });
  } catch (error) {
    await stop();
    throw error;
  }
  return { received, stop };
}

async function receivedBy(request: IncomingMessage): Promise<ReceivedMessage> {
  const companyId = Number(request.url?.slice(1));
  return { companyId, messageId: String(request.headers['webhook-id']), body: await text(request) };
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

async function close(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
