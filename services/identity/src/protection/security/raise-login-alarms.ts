import type { Database, Tx } from '@pii-vault/platform/postgres/database';
import type { AdministratorNotice } from '../administrator-notices/administrator-notice.ts';
import { raiseNotice } from '../administrator-notices/raise-notice.ts';
import { threatKind } from './threat-pattern.ts';
import { companiesTried, type SourceKind, type ThreatSource, threatSources } from './threat-sources.ts';

export interface RaiseLoginAlarmsDeps {
  readonly db: Pick<Database, 'system' | 'tenant'>;
}

const SOURCE_KINDS = ['address', 'device', 'account'] as const;
/** Longest downtime of a process without a lost alarm. */
const HOURS = 24;
/** The same subject for all sources, so that a kind is one notice a day. */
const SUBJECT = 'sign_in';

interface Found {
  readonly sourceKind: SourceKind;
  readonly sources: readonly ThreatSource[];
}

/**
 * Raises a notice for each kind of attack on sign-in: to super admins, and to each company that sees it on the Security
 * Dashboard. There is one mail a day per kind, for any number of sources: a botnet has thousands. Skips patterns that
 * have not grown since the last call.
 */
export function raiseLoginAlarms({ db }: RaiseLoginAlarmsDeps) {
  let known = '';
  return async (signal: AbortSignal): Promise<void> => {
    const found = await db.tenant('all', findSources);
    const seen = JSON.stringify(found.map(({ sources }) => sources.map((one) => [one.source, one.attempts])));
    if (seen === known) return;
    await raise(db, undefined, found);
    const companies = await db.tenant('all', (tx) => companiesOf(tx, found));
    for (const companyId of companies) {
      if (signal.aborted) return;
      const scope = { companies: [companyId] };
      await raise(db, companyId, await db.tenant(scope, findSources));
    }
    known = seen;
  };
}

async function findSources(tx: Tx): Promise<Found[]> {
  const found: Found[] = [];
  for (const sourceKind of SOURCE_KINDS)
    found.push({ sourceKind, sources: await threatSources(tx, sourceKind, HOURS) });
  return found;
}

async function companiesOf(tx: Tx, found: readonly Found[]): Promise<Set<number>> {
  const companies = new Set<number>();
  for (const { sourceKind, sources } of found) {
    if (sources.length === 0) continue;
    const names = sources.map(({ source }) => source);
    for (const id of await companiesTried(tx, sourceKind, names, HOURS)) companies.add(id);
  }
  return companies;
}

async function raise(
  db: RaiseLoginAlarmsDeps['db'],
  companyId: number | undefined,
  found: readonly Found[],
): Promise<void> {
  for (const { sourceKind, sources } of found)
    for (const source of sources)
      await db.system((tx) => raiseNotice(tx, noticeOf(companyId, sourceKind, source), 'nobody'));
}

function noticeOf(
  companyId: number | undefined,
  sourceKind: SourceKind,
  source: ThreatSource,
): AdministratorNotice {
  return {
    kind: threatKind(sourceKind, source),
    companyId,
    subject: SUBJECT,
    ...{ actorType: 'service', actorId: 'identity', onBehalfOf: '', reason: '' },
    objectIds: {},
    occurredAt: source.lastSeenAt,
  };
}
