import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { guesser, HONEST, type ProbingWorld, probingWorld, victim } from './attacks/probing-world.ts';

/** The database refuses to store evidence that bypasses the grading code (decision 0040). */
const INSERT = `INSERT INTO lineage.data_lineage (company_id, id, scope, agreement_id, lo_company_id, lo_individual_id,
    hi_company_id, hi_individual_id, relationship_type, verification_status, probability, confidence_score,
    matching_fields, levels, weights, model_version)
  SELECT 1, 99, scope, agreement_id, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, 'same_individual',
    'verified', 0.999, 99.9, matching_fields, levels, weights, model_version FROM lineage.cross_pairs`;
const UPDATE = `UPDATE lineage.data_lineage e SET levels = p.levels, weights = p.weights, model_version = p.model_version,
    probability = p.probability, confidence_score = 99.9, matching_fields = p.matching_fields
  FROM lineage.cross_pairs p WHERE p.edge_id = e.id`;
const DECIDE = (
  companies: string,
) => `INSERT INTO lineage.decisions (company_id, scope, lo_company_id, lo_individual_id,
    hi_company_id, hi_individual_id, verdict, decided_by)
  SELECT c, scope, lo_company_id, lo_individual_id, hi_company_id, hi_individual_id, 'verified', 1
  FROM lineage.cross_pairs, unnest('${companies}'::bigint[]) AS c`;
const REFUSED = 'is a grade until both have verified it';
let world: ProbingWorld;

beforeAll(async () => {
  world = await probingWorld();
});
afterAll(() => world?.database.drop());
beforeEach(async () => {
  await world.reset();
  await world.write([victim(1_000)], HONEST);
  await world.write([guesser(100, 'PAN 1000')], 'user:1');
});

it('refuses levels of a pair that is not shown yet', async () => {
  await expect(world.database.sql(INSERT)).rejects.toThrow(REFUSED);
});

it('refuses levels of a shown pair that only one company has verified', async () => {
  await world.later(60);
  await expect(world.database.sql(UPDATE)).rejects.toThrow(REFUSED);
  await world.database.sql(DECIDE('{1}'));
  await expect(world.database.sql(UPDATE)).rejects.toThrow(REFUSED);
});

it('refuses changes of a grade, and of evidence that both companies have', async () => {
  await world.later(60);
  await expect(world.database.sql('UPDATE lineage.data_lineage SET confidence_score = 60')).rejects.toThrow(
    REFUSED,
  );
  await world.database.sql(DECIDE('{1,2}'));
  await world.database.sql(UPDATE);
  await world.database.sql('UPDATE lineage.cross_pairs SET levels[1] = levels[1] + 1');
  await expect(world.database.sql(UPDATE)).rejects.toThrow(REFUSED);
});

it('refuses removal of an edge that is shown', async () => {
  await world.later(60);
  await expect(world.database.sql('DELETE FROM lineage.data_lineage')).rejects.toThrow('goes after its pair');
});
