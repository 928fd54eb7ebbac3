import type { Client } from '@pii-vault/contract/client';
import { expect, it } from 'vitest';
import { startWebhooks } from './webhooks.ts';

it('leaves nobody listening when a company may not subscribe', async () => {
  const refused = new Error('refused');
  let receiver = '';
  const call = async (_: string, { body }: { readonly body: { readonly url: string } }) => {
    receiver = body.url;
    await fetch(receiver, { method: 'POST' });
    throw refused;
  };
  const admin = { call } as unknown as Client;
  await expect(startWebhooks(admin, [{ companyId: 1, bearer: '' }])).rejects.toBe(refused);
  await expect(fetch(receiver)).rejects.toThrow('fetch failed');
});
