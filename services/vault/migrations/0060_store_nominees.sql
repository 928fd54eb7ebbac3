-- 11: whom a person nominated (DPDP Act, 2023, s.14), under the person's data key like every value of theirs, so
-- that re-keying, rotation and erasure cover it. It is not listed: no bit of individuals.type_mask stands for it.
ALTER TABLE pii_fields DROP CONSTRAINT pii_fields_field_type_check;
ALTER TABLE pii_fields ADD CONSTRAINT pii_fields_field_type_check CHECK (field_type BETWEEN 1 AND 11);
