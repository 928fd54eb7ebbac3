import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Receiver, startReceiver } from './receiver.ts';
import { SUPER } from './tenancy-world.ts';
import { bootWebhooks, type WebhookWorld } from './webhook-world.ts';

let tenancy: WebhookWorld;
let partner: Receiver;
let company: number;
let companies = 0;

beforeAll(async () => {
  tenancy = await bootWebhooks();
  partner = await startReceiver();
});
afterAll(async () => {
  await tenancy?.world.stop();
  await partner?.stop();
});
beforeEach(async () => {
  companies += 1;
  company = await tenancy.create(`C${companies}`);
  partner.got.length = 0;
});

interface Item {
  readonly auditId: number;
  readonly individualId: number;
}
const messages = () => partner.got.map(({ body }) => JSON.parse(body));
const items = (): Item[] => messages().flatMap(({ data }) => data.items);
const itemsReceived = (count: number) => vi.waitUntil(() => items().length >= count, { timeout: 60_000 });
const pause = async (webhookId: number, status: string) => {
  const change = { id: webhookId, events: [], status };
  await tenancy.webhooks.updateWebhook(await tenancy.world.as(SUPER), change);
};

it('sends thousands of reveals in few messages, each once, from its registration on', async () => {
  const { neighbours } = tenancy;
  neighbours.reveal(company, 1);
  await tenancy.register(company, partner.url, 'field_revealed');
  const first = neighbours.reveals.length + 1;
  for (let n = 0; n < 2_600; n += 1) neighbours.reveal(n % 13 === 0 ? company + 1 : company, n + 100);
  await itemsReceived(2_400);
  expect(items().length).toBe(2_400);
  expect(partner.got.length).toBeLessThan(10);
  expect(new Set(items().map(({ auditId }) => auditId)).size).toBe(2_400);
  expect(items().every(({ auditId }) => auditId >= first)).toBe(true);
  expect(messages()[0]).toMatchObject({
    type: 'field_revealed',
    data: {
      companyId: company,
      items: expect.arrayContaining([expect.objectContaining({ auditId: first + 1 })]),
    },
  });
  expect(Object.keys(items()[0] ?? {}).sort()).toEqual(['at', 'auditId', 'individualId']);
});

it('continues two webhooks from their own positions', async () => {
  const { neighbours } = tenancy;
  await tenancy.register(company, `${partner.url}/a`, 'field_revealed');
  neighbours.reveal(company, 1);
  await itemsReceived(1);
  await tenancy.register(company, `${partner.url}/b`, 'field_revealed');
  neighbours.reveal(company, 2);
  await itemsReceived(3);
  const at = (path: string) =>
    partner.got
      .filter((one) => one.path.endsWith(path))
      .flatMap(({ body }): Item[] => JSON.parse(body).data.items)
      .map(({ individualId }) => individualId);
  expect([at('/a'), at('/b')]).toEqual([[1, 2], [2]]);
});

it('does not send reveals from while it was paused', async () => {
  const { neighbours } = tenancy;
  const { id } = await tenancy.register(company, partner.url, 'field_revealed');
  await pause(id, 'paused');
  neighbours.reveal(company, 1);
  await pause(id, 'active');
  neighbours.reveal(company, 2);
  await itemsReceived(1);
  expect(items().map(({ individualId }) => individualId)).toEqual([2]);
});

it('stops at a thousand waiting messages, and resumes at its position', async () => {
  const { neighbours } = tenancy;
  const { id } = await tenancy.register(company, partner.url, 'field_revealed');
  await tenancy.world.sql(
    `INSERT INTO tenancy.deliveries (company_id, webhook_id, event, items, body, next_attempt_at)
     SELECT $1, $2, 'field_revealed', 1, '{}', now() + interval '1 hour' FROM generate_series(1, 1000)`,
    [company, id],
  );
  neighbours.reveal(company, 5);
  const other = await tenancy.create(`O${companies}`);
  await tenancy.register(other, `${partner.url}/other`, 'field_revealed');
  neighbours.reveal(other, 6);
  await itemsReceived(1);
  expect(items().map(({ individualId }) => individualId)).toEqual([6]);
  await tenancy.world.sql(`DELETE FROM tenancy.deliveries WHERE webhook_id = $1 AND body = '{}'`, [id]);
  await itemsReceived(2);
  expect(items().map(({ individualId }) => individualId)).toEqual([6, 5]);
});

it('does not query the trail while no webhook subscribes to reveals', async () => {
  await tenancy.world.sql(`UPDATE tenancy.webhooks SET status = 'paused'`);
  await tenancy.world.drain();
  const before = tenancy.neighbours.feedCalls;
  tenancy.neighbours.reveal(company, 9);
  // The job has run at least once between two registrations with other events.
  for (const path of ['/x', '/y']) await tenancy.register(company, partner.url + path, 'violation_found');
  expect(tenancy.neighbours.feedCalls).toBe(before);
});
