import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database } from '@pii-vault/platform/postgres/database';
import { allowedAddresses, type Resolve } from '../egress/pinned-lookup.ts';
import { literalOf, targetOf } from '../egress/target.ts';
import type { TargetRules } from '../egress/target-rules.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly keys: TextKeys;
  readonly rules: TargetRules;
  readonly resolve: Resolve;
  /** The leaf of the trail that is the last at this moment; -1 in an empty trail. */
  trailEnd(): Promise<number>;
}

/** A name that cannot be looked up this fast is not waited for: it is looked at again at every connection. */
const RESOLVE_MS = 1_000;

/**
 * The address of a webhook as it will be kept. A name that leads inside is refused; one that leads nowhere yet is
 * taken, as every connection looks again.
 * @throws AppError TARGET_REFUSED
 */
export async function checkedTarget({ rules, resolve }: WebhookDeps, text: string): Promise<string> {
  const target = targetOf(text, rules);
  if (literalOf(target) !== undefined) return target.href;
  const addresses = allowedAddresses(target.hostname, rules, within(RESOLVE_MS, resolve)).catch(
    (error: unknown) => {
      if (error instanceof Error && 'reason' in error) throw error;
    },
  );
  await addresses;
  return target.href;
}

function within(ms: number, resolve: Resolve): Resolve {
  return (hostname) =>
    new Promise((resolved, rejected) => {
      const timer = setTimeout(() => rejected(new Error('The name was not resolved in time')), ms);
      resolve(hostname)
        .then(resolved, rejected)
        .finally(() => clearTimeout(timer));
    });
}
