-- Guards decision 0040 in the database: an edge across companies is removed after its pair.
CREATE OR REPLACE FUNCTION refuse_early_removal() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
BEGIN
  IF EXISTS (SELECT FROM cross_pairs p WHERE p.edge_id = OLD.id) THEN
    RAISE EXCEPTION 'an edge across companies goes after its pair' USING ERRCODE = 'check_violation';
  END IF;
  RETURN OLD;
END $$;
SELECT ensure_trigger('data_lineage', 'refuse_early_removal', $trigger$
  CREATE TRIGGER refuse_early_removal BEFORE DELETE ON data_lineage
  FOR EACH ROW WHEN (OLD.agreement_id IS NOT NULL) EXECUTE FUNCTION refuse_early_removal()
$trigger$);
