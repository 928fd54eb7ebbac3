import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Client } from '@pii-vault/contract/client';
import type { Tenant } from './start-load.ts';

/** A message as it came to a company's receiver; one that was sent again is there again. */
export interface Received {
  /** Whose receiver it came to. */
  readonly companyId: number;
  /** Header webhook-id. */
  readonly messageId: string;
  readonly body: string;
}

/** The receivers of partner systems, over real HTTP. */
export interface Webhooks {
  readonly received: readonly Received[];
  stop(): Promise<void>;
}

/** Under which a vault sends to a receiver on this machine, and does not wait long for one whose sender was killed. */
export const RECEIVER_SETTINGS = {
  TENANCY_WEBHOOK_ALLOWS_HTTP: 'true',
  TENANCY_WEBHOOK_ALLOWED_RANGES: '127.0.0.1/32',
  TENANCY_WEBHOOK_TIMEOUT_MS: '2000',
} as const;

/** What the load causes: links come over the bus and the inbox, reveals from the trail. */
const EVENTS = ['link_detected', 'field_revealed'] as const;
/** Of so many messages one is taken and not acknowledged, so that it has to come again. */
const UNACKNOWLEDGED = 8;

/** Subscribes each company; to be called before there is anything to tell. Nothing listens when a vault refuses it. */
export async function startWebhooks(admin: Client, tenants: readonly Tenant[]): Promise<Webhooks> {
  const received: Received[] = [];
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

async function receivedBy(request: IncomingMessage): Promise<Received> {
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
