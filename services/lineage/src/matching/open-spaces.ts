import { internal } from '@pii-vault/platform/core/errors/app-error';
import type { Tx } from '@pii-vault/platform/postgres/database';
import type { LinkageModel } from '../scoring/linkage-model.ts';
import type { StoreKeys } from '../spaces/keys/store-keys.ts';
import type { Scope } from '../spaces/scopes/scope.ts';
import { type ActiveSpace, activeSpaces } from '../spaces/spaces-store.ts';
import { type MemberCipher, memberCipher } from './bucket-members.ts';
import type { Models } from './models.ts';
import { modelOfSpace } from './scope-models.ts';
import { hotNow, refreshCommon } from './value-counts-store.ts';

/** The spaces of a batch, with the data to read and score their records. */
export interface OpenSpaces {
  readonly ids: readonly number[];
  readonly idOf: ReadonlyMap<Scope, number>;
  /** Spaces in which records wait to be matched again, or hot keys may have cooled. */
  readonly waiting: readonly number[];
  /**
   * `space/token` of handles, and `space/cell` of values, that count as missing. The batch adds what it heats and
   * removes what it cools.
   */
  readonly hot: Set<string>;
  /** Whether one of the scopes has a decision. */
  readonly isDecided: boolean;
  has(spaceId: number): boolean;
  scopeOf(spaceId: number): Scope;
  modelOf(spaceId: number): LinkageModel;
  cipherOf(spaceId: number): MemberCipher;
}

/** The active spaces of these scopes whose encoding has a model. */
export async function openSpaces(tx: Tx, deps: OpeningDeps, scopes: readonly Scope[]): Promise<OpenSpaces> {
  return openActive(tx, deps, await activeSpaces(tx, scopes));
}

interface OpeningDeps {
  readonly keys: StoreKeys;
  readonly models: Models;
}

/** Those of these spaces whose encoding has a model. */
export async function openActive(
  tx: Tx,
  { keys, models }: OpeningDeps,
  spaces: readonly ActiveSpace[],
): Promise<OpenSpaces> {
  const opened: Array<Awaited<ReturnType<typeof openSpace>>> = [];
  for (const space of spaces) {
    const model = await modelOfSpace(tx, models, space);
    if (model === undefined) continue;
    await refreshCommon(tx, space.id, space.hotHandles, space.commonCells);
    opened.push(await openSpace(keys, space, model));
  }
  const byId = new Map(opened.map((one) => [one.space.id, one]));
  const of = (spaceId: number) => {
    const one = byId.get(spaceId);
    if (one === undefined) throw internal('SPACE_NOT_OPEN', 'Something went wrong on our side');
    return one;
  };
  return {
    ids: [...byId.keys()],
    waiting: opened.filter(({ space }) => space.isWaiting).map(({ space }) => space.id),
    hot: new Set(opened.flatMap(({ space }) => hotNow(space).map((token) => `${space.id}/${token}`))),
    isDecided: opened.some(({ space }) => space.isDecided),
    idOf: new Map(opened.map(({ space }) => [space.scope, space.id])),
    has: (spaceId) => byId.has(spaceId),
    scopeOf: (spaceId) => of(spaceId).space.scope,
    modelOf: (spaceId) => of(spaceId).model,
    cipherOf: (spaceId) => of(spaceId).cipher,
  };
}

async function openSpace(keys: StoreKeys, space: ActiveSpace, model: LinkageModel) {
  return { space, model, cipher: memberCipher((await keys.version(space.memberKeyVersion)).key) };
}
