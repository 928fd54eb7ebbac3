import type { Ctx } from '@pii-vault/platform/core/context/ctx';
import type { Database } from '@pii-vault/platform/postgres/database';
import type { CompanyStatus } from '../../consents/company-status/company-status.ts';
import { ENCODING_VERSION } from '../../encoding/encoding-version.ts';
import { encodingUnknown, tooMany } from '../../errors.ts';
import { type EncodingDeps, encodePeople, type PersonFeatures } from './encode-people.ts';
import { readNextIds } from './linkable-store.ts';
import { openScopes, type ScopeDeps } from './open-scopes.ts';

export type Selection =
  | { readonly kind: 'individuals'; readonly ids: readonly number[] }
  | { readonly kind: 'range'; readonly after: number; readonly limit: number };

export interface FeatureDeps extends EncodingDeps, ScopeDeps {
  readonly status: CompanyStatus;
}

export type PullFeatures = (
  ctx: Ctx,
  input: {
    readonly companyId: number;
    readonly scopes: readonly string[];
    readonly selection: Selection;
    /** 0 = the newest encoding. */
    readonly encodingVersion: number;
  },
) => AsyncGenerator<PersonFeatures[]>;

const MAX_INDIVIDUALS = 1_000;
/** People per batch and work entry; a batch takes about 10 ms of the event loop. */
const BATCH = 100;

/** Features of people in batches; company, agreements and keys are checked for each batch. */
export function pullFeaturesUseCase(deps: FeatureDeps): PullFeatures {
  return async function* (ctx, { companyId, scopes, selection, encodingVersion }) {
    if (encodingVersion !== 0 && encodingVersion !== ENCODING_VERSION) throw encodingUnknown();
    await deps.status.requireOpen(companyId);
    await openScopes(deps, companyId, scopes);
    yield* oneAhead(batchesOf(deps.db, companyId, selection), async (ids) => {
      await deps.status.requireOpen(companyId);
      return await encodePeople(deps, ctx, companyId, await openScopes(deps, companyId, scopes), ids);
    });
  };
}

/** Prepares the next item while the caller processes the current one. */
async function* oneAhead<Item, Made>(
  items: AsyncIterable<Item>,
  make: (item: Item) => Promise<Made>,
): AsyncGenerator<Made> {
  let ahead: Promise<Made> | undefined;
  for await (const item of items) {
    const next = make(item);
    // An error is thrown when its item is reached.
    next.catch(() => undefined);
    if (ahead !== undefined) yield await ahead;
    ahead = next;
  }
  if (ahead !== undefined) yield await ahead;
}

async function* batchesOf(
  db: Pick<Database, 'tenant'>,
  companyId: number,
  selection: Selection,
): AsyncGenerator<readonly number[]> {
  if (selection.kind === 'individuals') {
    const ids = [...new Set(selection.ids)];
    if (ids.length > MAX_INDIVIDUALS) throw tooMany('people', MAX_INDIVIDUALS);
    for (let from = 0; from < ids.length; from += BATCH) yield ids.slice(from, from + BATCH);
    return;
  }
  let { after } = selection;
  let left = selection.limit === 0 ? Number.POSITIVE_INFINITY : selection.limit;
  while (left > 0) {
    const ids = await readNextIds(db, companyId, after, Math.min(BATCH, left));
    if (ids.length === 0) return;
    yield ids;
    after = ids.at(-1) ?? after;
    left -= ids.length;
  }
}
