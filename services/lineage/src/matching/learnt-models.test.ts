import { expect, it } from 'vitest';
import { loadLinkageModel } from '../scoring/linkage-model.ts';
import { LearntModels } from './learnt-models.ts';

const shipped = loadLinkageModel(new URL('../../models/prior-5.json', import.meta.url));

it('keeps the 32 most recently used models', () => {
  const models = new LearntModels();
  const versions = Array.from({ length: 33 }, (_, at) => `${shipped.version}/intra:${at}`);
  const keep = (version: string) => models.keep(version, { ...shipped, version });
  versions.slice(0, 32).forEach(keep);
  expect(models.find(versions[0] ?? '')?.version).toBe(versions[0]);
  versions.slice(32).forEach(keep);
  expect(versions.filter((version) => models.find(version) === undefined)).toEqual([versions[1]]);
});
