import { hash } from 'node:crypto';
import type { Tx } from '@pii-vault/platform/postgres/database';
import { type LinkageModel, parseLinkageModel } from '../scoring/linkage-model.ts';
import type { Space } from '../spaces/space.ts';
import type { Models } from './models.ts';

type ModelledSpace = Pick<Space, 'id' | 'scope' | 'encodingVersion' | 'modelVersion'>;

const isLearntFrom = (shipped: LinkageModel, version: string | null): version is string =>
  version?.startsWith(`${shipped.version}/`) === true;

/**
 * The model of a space: the one learnt from its own records, if its source is the current shipped model; else the
 * shipped model. Undefined when none is shipped for its encoding.
 */
export async function modelOfSpace(
  tx: Tx,
  models: Pick<Models, 'of' | 'learnt'>,
  { encodingVersion, modelVersion }: Pick<ModelledSpace, 'encodingVersion' | 'modelVersion'>,
): Promise<LinkageModel | undefined> {
  const shipped = models.of(encodingVersion);
  if (shipped === undefined || !isLearntFrom(shipped, modelVersion)) return shipped;
  const known = models.learnt.find(modelVersion);
  if (known !== undefined) return known;
  const found = await readModel(tx, modelVersion);
  if (found !== undefined) models.learnt.keep(modelVersion, found);
  return found ?? shipped;
}

async function readModel(tx: Tx, version: string): Promise<LinkageModel | undefined> {
  const [row] = await tx.query<{ artefact: unknown }>(
    'SELECT artefact FROM match_models WHERE version = $1',
    [version],
  );
  return row === undefined ? undefined : usable(row.artefact);
}

/**
 * Undefined when the learnt model is invalid, or was stored before models had `commonness` (linkage-model.ts): the
 * space then has none, and learns another.
 */
function usable(artefact: unknown): LinkageModel | undefined {
  try {
    const model = parseLinkageModel(artefact);
    return model.commonness === undefined ? undefined : model;
  } catch {
    return undefined;
  }
}

/**
 * Stores a model that was learnt from a space's records. Its version is a hash of source and content, so learning from
 * the same records gives the same version. The caller holds the lock of the scope and recomputes its edges.
 * @returns the model with its version; undefined when the learnt model is invalid, and nothing changed
 */
export async function adoptLearnt(
  tx: Tx,
  { id, scope }: Pick<ModelledSpace, 'id' | 'scope'>,
  shipped: LinkageModel,
  learnt: LinkageModel,
): Promise<LinkageModel | undefined> {
  const content = hash('sha256', JSON.stringify({ ...learnt, version: scope })).slice(0, VERSION_DIGITS);
  const artefact = JSON.stringify({ ...learnt, version: `${shipped.version}/${scope}/${content}` });
  const model = usable(JSON.parse(artefact));
  if (model === undefined) return undefined;
  await tx.query(
    `INSERT INTO match_models (version, encoding_version, artefact, scope) VALUES ($1, $2, $3::jsonb, $4)
     ON CONFLICT (version) DO NOTHING`,
    [model.version, model.encodingVersion, artefact, scope],
  );
  await tx.query('UPDATE match_spaces SET model_version = $2 WHERE id = $1', [id, model.version]);
  return model;
}

const VERSION_DIGITS = 12;
