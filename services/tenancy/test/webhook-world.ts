import { producers } from './producers.ts';
import { bootTenancy, SUPER, type TenancyWorld } from './tenancy-world.ts';

/** Settings of a development deployment, which allow webhooks to this machine over http. */
const DEVELOPMENT = {
  TENANCY_WEBHOOK_ALLOWS_HTTP: 'true',
  TENANCY_WEBHOOK_ALLOWED_RANGES: '127.0.0.0/8',
  TENANCY_WEBHOOK_TIMEOUT_MS: '60000',
};

export interface WebhookWorld extends TenancyWorld {
  readonly publish: ReturnType<typeof producers>['publish'];
  /** Registers a webhook as super_admin. */
  register(companyId: number, url: string, ...events: string[]): Promise<{ id: number; secret: string }>;
  /** Makes waiting messages due now. */
  letTimePass(): Promise<void>;
}

export async function bootWebhooks(): Promise<WebhookWorld> {
  const { modules, publish } = producers();
  const tenancy = await bootTenancy(DEVELOPMENT, modules);
  const { world } = tenancy;
  return {
    ...tenancy,
    publish,
    async register(companyId, url, ...events) {
      const { webhooks } = tenancy;
      const request = { companyId, url, events };
      const { webhook, secret } = await webhooks.createWebhook(await world.as(SUPER), request);
      return { id: webhook?.id ?? 0, secret };
    },
    async letTimePass() {
      await world.sql(
        `UPDATE tenancy.deliveries SET next_attempt_at = now(), leased_until = NULL WHERE status = 'pending'`,
      );
    },
  };
}
