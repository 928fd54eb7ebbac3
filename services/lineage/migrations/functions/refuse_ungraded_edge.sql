-- Guards decision 0040 in the database: an edge across companies is inserted without levels and weights, its grade does
-- not change, and it gets the evidence of its pair once, when both companies have verified it.
CREATE OR REPLACE FUNCTION refuse_ungraded_edge() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
DECLARE
  is_grade boolean := NEW.levels = '{}' AND NEW.weights = '{}';
BEGIN
  IF TG_OP = 'INSERT' AND is_grade THEN
    RETURN NEW;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    IF (NEW.levels, NEW.weights, NEW.probability, NEW.confidence_score, NEW.matching_fields, NEW.model_version)
      IS NOT DISTINCT FROM
       (OLD.levels, OLD.weights, OLD.probability, OLD.confidence_score, OLD.matching_fields, OLD.model_version) THEN
      RETURN NEW;
    END IF;
    IF OLD.levels = '{}' AND EXISTS (SELECT FROM cross_pairs p WHERE p.edge_id = NEW.id AND p.levels = NEW.levels
        AND p.weights = NEW.weights AND p.model_version = NEW.model_version)
      AND (SELECT count(*) FROM decisions d WHERE d.company_id IN (NEW.lo_company_id, NEW.hi_company_id)
        AND d.verdict = 'verified' AND (d.scope, d.lo_company_id, d.lo_individual_id, d.hi_company_id, d.hi_individual_id)
          = (NEW.scope, NEW.lo_company_id, NEW.lo_individual_id, NEW.hi_company_id, NEW.hi_individual_id)) = 2 THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'an edge across companies is a grade until both have verified it' USING ERRCODE = 'check_violation';
END $$;
SELECT ensure_trigger('data_lineage', 'refuse_ungraded_edge', $trigger$
  CREATE TRIGGER refuse_ungraded_edge BEFORE INSERT OR UPDATE ON data_lineage
  FOR EACH ROW WHEN (NEW.agreement_id IS NOT NULL) EXECUTE FUNCTION refuse_ungraded_edge()
$trigger$);
