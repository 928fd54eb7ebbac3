import { foldedPurpose } from '@pii-vault/platform/domain/purpose';
import type { RpcClient } from '@pii-vault/platform/rpc/client';
import type { Reveal, RevealFeedService } from '@pii-vault/proto/audit/v1/reveal_feed';
import type { FactsService } from '@pii-vault/proto/vault/v1/facts';
import { type GatherDeps, orUnknown } from './gather-facts.ts';

export interface JudgingDeps extends Pick<GatherDeps, 'log' | 'self'> {
  readonly feed: RpcClient<typeof RevealFeedService>;
  readonly judge: Pick<RpcClient<typeof FactsService>, 'judgeReveals'>;
}

/** One reveal to an API client, to be counted in the ledger. */
export interface Disclosure {
  readonly clientId: string;
  readonly purpose: string;
  readonly fieldType: string;
  readonly at: Date;
}

/** A judged range of the trail. */
export interface JudgedStretch {
  readonly afterLeaf: number;
  readonly upToLeaf: number;
  readonly covered: number;
  readonly outsidePurpose: number;
  readonly afterWithdrawal: number;
  readonly gone: number;
  readonly auditIds: readonly number[];
  readonly disclosures: readonly Disclosure[];
}

export interface JudgedNow {
  readonly stretches: readonly JudgedStretch[];
  /** The trail continues after the last range. */
  readonly isBehind: boolean;
}

const PAGE = 500;
/** Entries that one run judges at most: PAGE times this. */
const MOST_PAGES = 20;
const NAMED = 10;

/** Reads the company's reveals behind a leaf and has the vault judge them; undefined when either is away. */
export async function judgeNewReveals(
  deps: JudgingDeps,
  companyId: number,
  afterLeaf: number,
): Promise<JudgedNow | undefined> {
  return await orUnknown(deps, 'reveals against consents', async () => {
    const stretches: JudgedStretch[] = [];
    for (let after = afterLeaf; stretches.length < MOST_PAGES; ) {
      const position = { companyId, leafIndex: after };
      const page = await deps.feed.listReveals(deps.self(), { after: [position], limit: PAGE });
      const [readUpTo] = page.readUpTo;
      if (readUpTo === undefined) return { stretches, isBehind: false };
      const upToLeaf = readUpTo.leafIndex;
      stretches.push({ afterLeaf: after, upToLeaf, ...(await judged(deps, companyId, page.reveals)) });
      after = upToLeaf;
    }
    return { stretches, isBehind: true };
  });
}

async function judged({ judge, self }: JudgingDeps, companyId: number, reveals: readonly Reveal[]) {
  const single = reveals.flatMap((reveal) =>
    reveal.individualIds.map((individualId) => ({
      ...reveal,
      individualId,
      purpose: foldedPurpose(reveal.purpose),
    })),
  );
  const verdicts: string[] = [];
  for (let start = 0; start < single.length; start += PAGE) {
    const part = single
      .slice(start, start + PAGE)
      .map(({ individualId, fieldNames, purpose, occurredAt }) => ({
        individualId,
        fieldNames,
        purpose,
        at: occurredAt,
      }));
    const asked = { companyId, reveals: part };
    verdicts.push(...(await judge.judgeReveals(self(companyId), asked)).verdicts);
  }
  const count = (verdict: string) => verdicts.filter((one) => one === verdict).length;
  const bad = single.filter((_, n) => ['outside_purpose', 'after_withdrawal'].includes(verdicts[n] ?? ''));
  return {
    covered: count('covered'),
    outsidePurpose: count('outside_purpose'),
    afterWithdrawal: count('after_withdrawal'),
    gone: count('gone'),
    auditIds: bad.slice(0, NAMED).map(({ auditId }) => auditId),
    disclosures: single.filter(({ actorType }) => actorType === 'api_client').flatMap(disclosed),
  };
}

function disclosed({ actorId, purpose, fieldNames, occurredAt = new Date(0) }: Reveal): Disclosure[] {
  return fieldNames.map((fieldType) => ({ clientId: actorId, purpose, fieldType, at: occurredAt }));
}
