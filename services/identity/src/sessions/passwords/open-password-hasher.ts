import type { ConfigOf } from '@pii-vault/platform/core/config/config';
import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import type { identityConfig } from '../../config.ts';
import { PASSWORD_COST } from './password-hash.ts';
import { createPasswordHasher } from './password-hasher.ts';

/** The hasher of this process, with the configured memory and a metric of refusals. */
export function openPasswordHasher(
  kit: Pick<ModuleKit<ConfigOf<typeof identityConfig>>, 'config' | 'metrics'>,
) {
  const help = 'Passwords not hashed: too many wait';
  const refused = kit.metrics.counter('password_hashes_refused_total', help, ['of']);
  for (const who of ['known', 'stranger']) refused.add({ of: who }, 0);
  return createPasswordHasher({ cost: { ...PASSWORD_COST, memory: kit.config.passwordMemoryKib }, refused });
}
