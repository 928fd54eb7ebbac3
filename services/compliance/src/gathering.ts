import type { ModuleKit } from '@pii-vault/platform/runtime/module/module';
import { RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import { TrailService } from '@pii-vault/proto/audit/v1/trail';
import { TrailFactsService } from '@pii-vault/proto/audit/v1/trail_facts';
import { KeyFactsService } from '@pii-vault/proto/crypto/v1/key_facts';
import { AccessFactsService } from '@pii-vault/proto/identity/v1/access_facts';
import { LinkFactsService } from '@pii-vault/proto/lineage/v1/link_facts';
import { AccessRulesService } from '@pii-vault/proto/tenancy/v1/access_rules';
import { DirectoryService } from '@pii-vault/proto/tenancy/v1/directory';
import { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { StatsService } from '@pii-vault/proto/vault/v1/stats';
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
  const directory = kit.client(DirectoryService, 'tenancy');
  const facts = kit.client(FactsService, 'vault');
  const { log } = kit;
  return {
    gather: {
      vault: kit.client(StatsService, 'vault'),
      tenancy: directory,
      audit: kit.client(TrailService, 'audit'),
      sampleSize: kit.config.storageSampleSize,
      pauseMs: PAUSE_MS,
      log,
      self,
      signal,
    },
    remoteFacts: {
      facts,
      access: kit.client(AccessFactsService, 'identity'),
      keys: kit.client(KeyFactsService, 'crypto'),
      links: kit.client(LinkFactsService, 'lineage'),
      agreements: directory,
      rules: kit.client(AccessRulesService, 'tenancy'),
      trail: kit.client(TrailFactsService, 'audit'),
      between: kit.transport,
      log,
      self,
    },
    judging: { feed: kit.client(RevealFeedService, 'audit'), judge: facts, log, self },
  };
}
