import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { RevealFeedServiceService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { TrailServiceService } from '@pii-vault/proto/audit/v1/trail';
import { TrailFactsServiceService } from '@pii-vault/proto/audit/v1/trail_facts';
import { KeyFactsServiceService } from '@pii-vault/proto/crypto/v1/key_facts';
import { AccessFactsServiceService } from '@pii-vault/proto/identity/v1/access_facts';
import { LinkFactsServiceService } from '@pii-vault/proto/lineage/v1/link_facts';
import { AccessRuleServiceService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { DirectoryServiceService } from '@pii-vault/proto/tenancy/v1/directory';
import { FactsServiceService } from '@pii-vault/proto/vault/v1/facts';
import { StatsServiceService } from '@pii-vault/proto/vault/v1/stats';
import type { RemoteFactsDeps } from './facts/fetch-remote-facts.ts';
import type { GatherDeps } from './facts/gather-facts.ts';
import type { JudgingDeps } from './facts/judge-new-reveals.ts';

const PAUSE_MS = 400;
/** A full verification of a large trail takes longer than a request. */
const FACT_DEADLINE_MS = 30_000;

/** Clients of the services that a run gets its facts from. Calls carry this service's own token. */
export function gathering(
  kit: Pick<
    ModuleKit<{ readonly storageSampleSize: number }>,
    'client' | 'config' | 'log' | 'self' | 'transport'
  >,
  signal: AbortSignal,
): { readonly gather: GatherDeps; readonly remoteFacts: RemoteFactsDeps; readonly judging: JudgingDeps } {
  const self = (company?: number) =>
    kit.self(
      company === undefined ? { deadlineMs: FACT_DEADLINE_MS } : { company, deadlineMs: FACT_DEADLINE_MS },
    );
  const directory = kit.client(DirectoryServiceService, 'tenancy');
  const facts = kit.client(FactsServiceService, 'vault');
  const { log } = kit;
  return {
    gather: {
      vault: kit.client(StatsServiceService, 'vault'),
      tenancy: directory,
      audit: kit.client(TrailServiceService, 'audit'),
      sampleSize: kit.config.storageSampleSize,
      pauseMs: PAUSE_MS,
      log,
      self,
      signal,
    },
    remoteFacts: {
      facts,
      access: kit.client(AccessFactsServiceService, 'identity'),
      keys: kit.client(KeyFactsServiceService, 'crypto'),
      links: kit.client(LinkFactsServiceService, 'lineage'),
      agreements: directory,
      rules: kit.client(AccessRuleServiceService, 'tenancy'),
      trail: kit.client(TrailFactsServiceService, 'audit'),
      between: kit.transport,
      log,
      self,
    },
    judging: { feed: kit.client(RevealFeedServiceService, 'audit'), judge: facts, log, self },
  };
}
