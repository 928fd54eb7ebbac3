import type { RecordedPerson } from '../../load/operation-history.ts';

/** SQL conditions that select the rows to change. */
export interface RowConditions {
  readonly companyId: number;
  /** Selects a person whose email was corrected. */
  readonly person: string;
  /** Selects the edge of two people of two companies. */
  readonly edge: string;
}

/** @param pair in the form of `StoredEdge.pair` */
export function rowConditions({ companyId, individualId }: RecordedPerson, pair: string): RowConditions {
  const [lo, hi] = pair.split('-');
  return {
    companyId,
    person: `company_id = ${companyId} AND individual_id = ${individualId}`,
    edge: `lo_company_id || '/' || lo_individual_id = '${lo}' AND hi_company_id || '/' || hi_individual_id = '${hi}'`,
  };
}

/** SQL: changes the action of an entry to one that the checker ignores; its number stays. */
const blank = (entry: string) =>
  `UPDATE audit.audit_trail SET action = 'planted'
   WHERE leaf_index = (SELECT min(leaf_index) FROM audit.audit_trail WHERE ${entry})`;
const TORN = 'every effect once: fields with a version gap or without exactly one active version (1)';
const UNKNOWN = 'every effect once: changes that did not reach lineage (1)';
/** A trigger refuses to delete a disclosed edge before its pair. */
const UNFENCED = 'ALTER TABLE lineage.data_lineage DISABLE TRIGGER refuse_early_removal';
const UNLINKED = 'every effect once: people with the same PAN without an edge (1)';
const SUMS = 'every effect once: counters that differ from the entries (1)';
const ANSWERS = 'no answer without its audit row: answers without an audit entry (1)';
const CHANGES = 'every effect once: changes that are not in the trail exactly once (1)';
/** Reveals of one person: an entry for several people counts as several answers. */
const REVEAL = `details ->> 'ticket' = 'reveal' AND details ->> 'decision' = 'allowed' AND individual_id IS NOT NULL`;
const LIST = `details -> 'fieldNames' = '["external_id"]'`;

/** Faults as SQL, with all findings that each causes. */
export const PLANTED_ROWS: readonly (readonly [
  what: string,
  sql: (about: RowConditions) => string,
  named: readonly string[],
])[] = [
  [
    'a version missing',
    ({ person }) => `UPDATE vault.pii_fields SET version = 2 WHERE ${person} AND field_type = 5`,
    [TORN],
  ],
  [
    'no active version',
    ({ person }) => `UPDATE vault.pii_fields SET state = 2 WHERE ${person} AND field_type = 5`,
    [TORN],
  ],
  [
    'a correction lost',
    ({ person }) =>
      `DELETE FROM vault.pii_fields WHERE ${person} AND field_type = 3 AND state = 1;
       UPDATE vault.pii_fields SET state = 1 WHERE ${person} AND field_type = 3
         AND version = (SELECT max(version) FROM vault.pii_fields WHERE ${person} AND field_type = 3)`,
    ['no acknowledged write lost: corrections that are missing (1)'],
  ],
  [
    'a correction applied twice',
    ({ person }) =>
      `CREATE TEMP TABLE planted ON COMMIT DROP AS
         SELECT * FROM vault.pii_fields WHERE ${person} AND field_type = 3 AND state = 1;
       UPDATE vault.pii_fields SET state = 2 WHERE ${person} AND field_type = 3;
       UPDATE planted SET version = version + 1;
       INSERT INTO vault.pii_fields SELECT * FROM planted`,
    ['every effect once: corrections that were applied twice (1)'],
  ],
  [
    'a change that did not reach lineage',
    ({ person }) => `UPDATE lineage.match_records SET version = version - 1 WHERE ${person}`,
    [UNKNOWN],
  ],
  [
    'a person that did not reach lineage',
    ({ person }) => `DELETE FROM lineage.match_records WHERE ${person}`,
    [UNKNOWN],
  ],
  [
    'a person that the API does not list',
    ({ companyId }) =>
      `INSERT INTO vault.individuals (company_id, id, master_key) VALUES (${companyId}, 900001, uuidv7())`,
    [
      'every effect once: people in the database that the API does not list (1)',
      UNKNOWN,
      'every effect once: people whose creation is not in the trail (1)',
    ],
  ],
  ['an edge lost', ({ edge }) => `${UNFENCED}; DELETE FROM lineage.data_lineage WHERE ${edge}`, [UNLINKED]],
  [
    'half an edge lost',
    ({ edge }) => `${UNFENCED}; DELETE FROM lineage.data_lineage WHERE ${edge} AND is_lo_row`,
    ['every effect once: edges that are not one row per viewing company (1)'],
  ],
  [
    'an edge of two ids',
    ({ edge }) => `UPDATE lineage.data_lineage SET id = 900001 WHERE ${edge} AND is_lo_row`,
    ['every effect once: edges that are not one row per viewing company (1)'],
  ],
  [
    'an edge twice',
    ({ edge }) =>
      `INSERT INTO lineage.data_lineage (company_id, id, scope, lo_company_id, lo_individual_id, hi_company_id,
         hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
         levels, weights, model_version)
       SELECT company_id, 900001, 'cross:900001', lo_company_id, lo_individual_id, hi_company_id,
         hi_individual_id, relationship_type, verification_status, probability, confidence_score, matching_fields,
         levels, weights, model_version FROM lineage.data_lineage WHERE ${edge}`,
    ['every effect once: pairs with more than one edge (1)'],
  ],
  [
    'a number missing',
    () =>
      `UPDATE audit.audit_trail SET seq = seq + 1
       WHERE leaf_index = (SELECT max(leaf_index) FROM audit.audit_trail)`,
    ['every effect once: sequence numbers of the trail (1)'],
  ],
  [
    'an entry counted twice',
    ({ companyId }) =>
      `UPDATE audit.reveal_counts SET entries = entries + 1 WHERE company_id = ${companyId} AND ticket = 'reveal'`,
    [SUMS],
  ],
  [
    'a counter lost',
    ({ companyId }) =>
      `DELETE FROM audit.reveal_counts WHERE company_id = ${companyId} AND ticket = 'reveal'`,
    [SUMS],
  ],
  [
    'no entry of a creation',
    () => blank("action = 'data_create' AND individual_id IS NOT NULL"),
    ['every effect once: people whose creation is not in the trail (1)'],
  ],
  [
    'two entries of a creation',
    () =>
      `WITH created AS (SELECT company_id, individual_id FROM audit.audit_trail
         WHERE action = 'data_create' AND individual_id IS NOT NULL ORDER BY leaf_index LIMIT 1)
       UPDATE audit.audit_trail t SET action = 'data_create', company_id = c.company_id, individual_id = c.individual_id
       FROM created c
       WHERE t.leaf_index = (SELECT min(leaf_index) FROM audit.audit_trail WHERE action = 'consent_withdraw')`,
    ['every effect once: people whose creation is in the trail more than once (1)', CHANGES],
  ],
  ['no entry of a correction', ({ person }) => blank(`${person} AND action = 'data_update'`), [CHANGES]],
  ['no entry of a withdrawal', () => blank("action = 'consent_withdraw'"), [CHANGES]],
  [
    'no entry of a reveal',
    () => blank(REVEAL),
    ['no answer without its audit row: plaintext without an audit entry (1)'],
  ],
  [
    'a reveal recorded as refused',
    () =>
      `UPDATE audit.audit_trail SET details = jsonb_set(details, '{decision}', '"refused"')
       WHERE leaf_index = (SELECT min(leaf_index) FROM audit.audit_trail WHERE ${REVEAL})`,
    [SUMS, 'no answer without its audit row: plaintext without an audit entry (1)'],
  ],
  ['no entry of a list of external ids', () => blank(LIST), [ANSWERS]],
  [
    'a list of external ids with one person too few',
    () =>
      `UPDATE audit.audit_trail SET details = jsonb_set(details, '{individualIds}', details -> 'individualIds' #- '{0}')
       WHERE leaf_index = (SELECT min(leaf_index) FROM audit.audit_trail WHERE ${LIST})`,
    [ANSWERS],
  ],
  ['no entry of a search', () => blank("action = 'data_search'"), [ANSWERS]],
];
