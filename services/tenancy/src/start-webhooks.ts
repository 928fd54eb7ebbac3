import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { RpcService } from '@pii-vault/platform/rpc/serve';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { KeysService } from '@pii-vault/proto/crypto/v1/keys';
import type { tenancyConfig } from './config.ts';
import { forgetDone } from './webhooks/deliveries/due-store.ts';
import { createSender } from './webhooks/deliveries/send-deliveries.ts';
import { sendReveals } from './webhooks/deliveries/send-reveals.ts';
import { systemResolve } from './webhooks/egress/pinned-lookup.ts';
import { targetRules } from './webhooks/egress/target-rules.ts';
import { webhookRpcs } from './webhooks/webhooks-rpc.ts';

const SEND_EVERY_MS = 1_000;
const REVEALS_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 600_000;

interface Webhooks {
  readonly rpcs: RpcService;
  /** Called when messages were queued. */
  wake(): void;
  stop(): Promise<void>;
}

/** The RPCs of webhooks, and the sender of their messages. */
export function startWebhooks(kit: ModuleKit<ConfigOf<typeof tenancyConfig>>): Webhooks {
  const { db, log, config } = kit;
  const rules = targetRules({
    allowsHttp: config.webhookAllowsHttp,
    exceptedRanges: config.webhookAllowedRanges,
  });
  const keys = new TextKeys(kit.client(KeysService, 'crypto'), kit.self);
  const feed = kit.client(RevealFeedService, 'audit');
  const egress = { rules, resolve: systemResolve, timeoutMs: config.webhookTimeoutMs };
  const sender = createSender({ db, keys, egress, log, wake });
  const sending = kit.tick('send to webhooks', SEND_EVERY_MS, () => sender.pass());
  function wake(): void {
    sending.wake();
  }
  kit.tick('tell of reveals', REVEALS_EVERY_MS, sendReveals({ db, feed, self: () => kit.self(), wake }));
  kit.tick('forget deliveries', FORGET_EVERY_MS, async () => void (await db.system(forgetDone)));
  const trailEnd = async () => {
    const { treeSize } = await feed.listReveals(kit.self(), { after: [], limit: 1 });
    return treeSize - 1;
  };
  return {
    rpcs: webhookRpcs({ db, keys, rules, resolve: systemResolve, trailEnd, wake }),
    wake,
    stop: () => sender.stop(),
  };
}
