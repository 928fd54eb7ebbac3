import type { Scope } from '../spaces/scopes/scope.ts';
import type { ScopeEncoding } from '../spaces/space.ts';
import type { Claims } from './claims-store.ts';
import type { Features } from './features.ts';
import type { Models } from './models.ts';
import { type PullDeps, pullFeatures } from './pull-features.ts';

/** Maximum number of people per request to the vault. */
const MAX_ASKED = 1_000;

/** The vault's answer about claimed people. */
export interface PulledClaims {
  readonly people: readonly Features[];
  /** Scopes the vault answered for, about each of them, even if only that they may not be matched there. */
  readonly answered: readonly ScopeEncoding[];
}

export interface PullClaimedDeps extends PullDeps {
  readonly models: Pick<Models, 'encodingVersion'>;
}

/**
 * Pulls claimed people of a company under every encoding of its scopes and the target encoding. An agreement that came
 * into force during the answer delays it: the next answer covers everyone under that agreement.
 */
export async function pullClaimed(
  deps: PullClaimedDeps,
  { companyId, people: claimed }: Pick<Claims, 'companyId' | 'people'>,
  live: readonly ScopeEncoding[],
): Promise<PulledClaims | 'held back'> {
  const newest = deps.models.encodingVersion;
  const encodings = [...new Set([newest, ...live.map(({ encodingVersion }) => encodingVersion)])];
  const people: Features[] = [];
  for (let from = 0; from < claimed.length; from += MAX_ASKED) {
    const items = claimed.slice(from, from + MAX_ASKED).map(({ individualId, version }) => ({
      individualId,
      version,
    }));
    const some = await pullFeatures(deps, companyId, encodings, {
      scopes: [],
      selection: { $case: 'individuals', value: { items } },
    });
    if (some === 'held back') return some;
    people.push(...some);
  }
  const scopeCounts = [...countByScope(people).values()];
  if (scopeCounts.some(({ count }) => count !== scopeCounts[0]?.count)) return 'held back';
  const isLive = new Set(live.map(nameOf));
  const isWanted = (one: ScopeEncoding) => one.encodingVersion === newest || isLive.has(nameOf(one));
  return {
    people: people.filter((person) => person.isGone || isWanted(person)),
    answered: scopeCounts.filter(isWanted),
  };
}

const nameOf = ({ scope, encodingVersion }: ScopeEncoding): string => `${scope}/${encodingVersion}`;

interface ScopeCount {
  readonly scope: Scope;
  readonly encodingVersion: number;
  /** Number of people. */
  count: number;
}

function countByScope(people: readonly Features[]): Map<string, ScopeCount> {
  const scopeCounts = new Map<string, ScopeCount>();
  for (const { scope, encodingVersion } of people) {
    const name = nameOf({ scope, encodingVersion });
    const one = scopeCounts.get(name) ?? { scope, encodingVersion, count: 0 };
    one.count += 1;
    scopeCounts.set(name, one);
  }
  return scopeCounts;
}
