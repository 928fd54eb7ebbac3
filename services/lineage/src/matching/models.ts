import { readdirSync } from 'node:fs';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { type LinkageModel, loadLinkageModel } from '../scoring/linkage-model.ts';
import { LearntModels } from './learnt-models.ts';

/** The models that the service ships, the newest for each encoding. */
export interface Models {
  /** The target encoding of all scopes. */
  readonly encodingVersion: number;
  of(encodingVersion: number): LinkageModel | undefined;
  readonly all: readonly LinkageModel[];
  /** Cache of models that spaces learnt from them. */
  readonly learnt: LearntModels;
}

/**
 * Reads a folder of model artefacts, <name>-<number>.json. @throws Error when it is empty, ZodError for an invalid
 * model
 */
export function loadModels(folder: URL): Models {
  const files = readdirSync(folder).filter((name) => /^prior-\d+\.json$/.test(name));
  const numberOf = (name: string) => Number(/\d+/.exec(name)?.[0] ?? 0);
  const all = files
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map((name) => loadLinkageModel(new URL(name, folder)));
  // Of several for one encoding the last counts.
  const byEncoding = new Map(all.map((model) => [model.encodingVersion, model]));
  if (byEncoding.size === 0) throw new Error('No linkage model is installed');
  return {
    encodingVersion: Math.max(...byEncoding.keys()),
    of: (encodingVersion) => byEncoding.get(encodingVersion),
    all,
    learnt: new LearntModels(),
  };
}

/** Keeps every model that ever scored an edge, so that an edge can be explained when the service has a newer one. */
export async function installModels(tx: Tx, { all }: Models): Promise<void> {
  await tx.query(
    `INSERT INTO match_models (version, encoding_version, artefact)
     SELECT * FROM unnest($1::text[], $2::int[], $3::jsonb[]) ON CONFLICT (version) DO NOTHING`,
    [
      all.map((model) => model.version),
      all.map((model) => model.encodingVersion),
      all.map((model) => JSON.stringify(model)),
    ],
  );
}
