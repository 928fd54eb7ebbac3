-- A person that a call of reveal_people reads, from JSON.
CREATE TYPE wanted_person AS (
  company_id bigint, id bigint,
  -- Absent for a masked view.
  purpose text,
  -- Wanted field types as a mask.
  types integer,
  -- Return the consents too, and decrypt refused fields for their mask, which is entered as a view.
  wants_detail boolean,
  -- Which of p_entries its audit entries continue, from 1.
  entry integer);
