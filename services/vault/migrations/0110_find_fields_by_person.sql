-- A new field's id names its person and type (ids/field-id.ts), whose key finds it; ids from the sequence are looked up as ever.
DROP INDEX pii_fields_by_id;
CREATE INDEX pii_fields_by_id ON pii_fields (id) WHERE id < 1000000000000000;
