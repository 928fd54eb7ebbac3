import type { TextKeys } from '@pii-vault/platform/domain/text-keys/text-keys';
import type { Database } from '@pii-vault/platform/postgres/database';
import { allowedAddresses, type Resolve } from './egress/pinned-lookup.ts';
import { literalOf, targetOf } from './egress/target.ts';
import type { TargetRules } from './egress/target-rules.ts';

export interface WebhookDeps {
  readonly db: Database;
  readonly keys: TextKeys;
  readonly rules: TargetRules;
  readonly resolve: Resolve;
  /** Index of the trail's current last leaf; -1 for an empty trail. */
  trailEnd(): Promise<number>;
}

/** Timeout of the name's first lookup; it is looked up again for every connection. */
const RESOLVE_MS = 1_000;

/**
 * Validates and normalises a webhook's address. Refuses a name with an internal address; accepts an unresolvable one,
 * because every connection looks it up again.
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
