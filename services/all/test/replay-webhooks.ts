import type { ApiCaller } from './api-caller.ts';
import type { OwnResources } from './own-resources.ts';
import type { WholeVault } from './whole-vault.ts';

/** Registers a paused webhook of A, so that nothing leaves this machine, and one undelivered message. */
export async function registerWebhook(
  vault: Pick<WholeVault, 'sql'>,
  call: ApiCaller,
  companyId: number,
): Promise<Pick<OwnResources, 'webhookId' | 'deliveryId'>> {
  const body = { companyId, url: 'https://127.0.0.1:9009/saral-hook', events: ['violation_found'] };
  const made = await call({ key: 'POST /webhooks', body });
  const webhookId = Number(made.json().id);
  const paused = await call({
    key: 'PUT /webhooks/{id}',
    params: { id: webhookId },
    body: { status: 'paused' },
  });
  if (paused.status !== 200) throw new Error(`No webhook: ${made.text} ${paused.text}`);
  const [row] = await vault.sql<{ id: number }>(
    `INSERT INTO tenancy.deliveries (company_id, webhook_id, event, items, body, status)
     VALUES ($1, $2, 'violation_found', 1, '{}', 'dead') RETURNING id`,
    [companyId, webhookId],
  );
  return { webhookId, deliveryId: Number(row?.id) };
}
