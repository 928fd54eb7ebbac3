import { type ExpectedWebhooks, gradeOf, linkName, revealName } from '../expected-webhooks.ts';
import type { RowConditions } from './planted-rows.ts';

/** A company that has only planted rows. */
export const PLANTED_COMPANY = 900_001;

/** The expected messages of that company. */
export const PLANTED_WEBHOOKS: ExpectedWebhooks = {
  reveals: new Set([
    revealName(PLANTED_COMPANY, 1, 1),
    revealName(PLANTED_COMPANY, 2, 2),
    revealName(PLANTED_COMPANY, 2, 3),
  ]),
  announced: new Map([[PLANTED_COMPANY, 5]]),
  links: new Map([[linkName(PLANTED_COMPANY, 7), gradeOf('cross_reference', 'rejected')]]),
  unsent: 2,
};

/** SQL: changes the first entries of the trail and one edge of the load. No webhook is subscribed. */
export const plantWebhooks = ({ edge }: RowConditions): string =>
  `SET LOCAL session_replication_role = replica;
   UPDATE audit.audit_trail t SET company_id = ${PLANTED_COMPANY}, action = p.action, producer = p.producer,
     individual_id = p.person, details = p.details::jsonb, seq = 900000 + p.leaf_index
   FROM (VALUES
     (0, 'field_decrypt', 'vault', 1, '{}'),
     (1, 'field_decrypt', 'vault', NULL, '{"decision": "allowed", "individualIds": [2, 3]}'),
     (2, 'field_decrypt', 'vault', 4, '{"decision": "refused"}'),
     (3, 'field_view', 'vault', 5, '{"decision": "allowed"}'),
     (4, 'link_detected', 'lineage', NULL, '{"counts": {"edges": 2}}'),
     (5, 'cross_company_link', 'lineage', NULL, '{"counts": {"edges": 3}}'),
     (6, 'link_detected', 'vault', NULL, '{"counts": {"edges": 10}}'),
     (7, 'link_removed', 'lineage', NULL, '{"counts": {"edges": 10}}')
   ) AS p (leaf_index, action, producer, person, details) WHERE t.leaf_index = p.leaf_index;
   UPDATE lineage.data_lineage SET company_id = ${PLANTED_COMPANY}, id = 7, lo_company_id = ${PLANTED_COMPANY},
     hi_company_id = ${PLANTED_COMPANY + 1}, relationship_type = 'cross_reference', verification_status = 'rejected'
   WHERE ${edge} AND is_lo_row;
   INSERT INTO tenancy.deliveries (company_id, webhook_id, event, items, body, status)
   SELECT company_id, 1, 'planted', 1, '', status FROM (VALUES (${PLANTED_COMPANY}, 'pending'),
     (${PLANTED_COMPANY}, 'dead'), (${PLANTED_COMPANY}, 'delivered'), (${PLANTED_COMPANY + 1}, 'pending')
   ) AS p (company_id, status)`;
