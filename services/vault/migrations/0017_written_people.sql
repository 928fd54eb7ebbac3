-- Records of one call of write_people, which reads them from JSON.
CREATE TYPE written_key AS (field_key_version integer, wrapped bytea, commitment bytea);
CREATE TYPE written_consent AS (
  -- Types that the consent is limited to, as a mask; 0 = every type of the person.
  types integer, purpose text, also_for text[], given_at timestamptz,
  -- The caller stated given_at.
  is_dated boolean, notice_version text, language text, channel text, expires_at timestamptz);
CREATE TYPE written_field AS (
  -- consent_seq: the first consent that covers the field.
  type integer, id bigint, version integer, consent_seq integer, ciphertext bytea, mac bytea, retention_expiry timestamptz);
CREATE TYPE written_handle AS (type integer, key_version integer, handle bytea);
CREATE TYPE written_person AS (
  company_id bigint, id bigint, master_key uuid, is_new boolean,
  -- A person with the external id of an erased one is a new relationship.
  may_return boolean,
  -- Record version after the write.
  version bigint, quality integer, completeness integer, type_mask integer,
  -- The new data key; absent when the person has one.
  key written_key,
  -- The consent to be recorded, and its number; 0 without one.
  consent_seq integer, consent written_consent,
  fields written_field[], handles written_handle[]);
CREATE TYPE written_event AS (
  -- Position of its person from 1; 0 = of the whole call.
  person integer, topic text, key text, payload bytea);
