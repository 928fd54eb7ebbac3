-- Few companies hold one id, so edges are found by it whatever company they are shown to: one look-up in place of one for
-- each company of a reader, and for part of an id one for each range that contains it.
DROP INDEX data_lineage_lo;
CREATE INDEX data_lineage_lo ON data_lineage (lo_individual_id, company_id);
DROP INDEX data_lineage_hi;
CREATE INDEX data_lineage_hi ON data_lineage (hi_individual_id, company_id);
