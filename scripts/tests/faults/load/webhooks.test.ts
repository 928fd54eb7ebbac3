import type { Client } from '@pii-vault/contract/client';
import { expect, it } from 'vitest';
import { startWebhookReceivers } from './webhooks.ts';

it('closes the receiver if a subscription is refused', async () => {
  const refused = new Error('refused');
  let receiver = '';
  const call = async (_: string, { body }: { readonly body: { readonly url: string } }) => {
    receiver = body.url;
    await fetch(receiver, { method: 'POST' });
    throw refused;
  };
  const admin = { call } as unknown as Client;
  await expect(startWebhookReceivers(admin, [{ companyId: 1, bearer: '' }])).rejects.toBe(refused);
  await expect(fetch(receiver)).rejects.toThrow('fetch failed');
});
