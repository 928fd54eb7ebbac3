-- Number of edges by kind, so that a figure reads kinds instead of edges. A kind is all columns that decide which
-- companies see an edge and how it counts; agreement_id 0 = none; confidence in tenths of a percent. A statement that
-- writes edges appends its changes to link_changes (functions/roll_up_links.sql), a job folds these rows into
-- link_counts and link_tens, and readers add rows that are not folded yet.
CREATE TABLE link_changes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  lo_company_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  relationship_type text NOT NULL,
  verification_status text NOT NULL,
  is_hidden boolean NOT NULL,
  confidence_tenths smallint NOT NULL,
  edges bigint NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE link_counts (
  company_id bigint NOT NULL,
  lo_company_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  relationship_type text NOT NULL,
  verification_status text NOT NULL,
  is_hidden boolean NOT NULL,
  confidence_tenths smallint NOT NULL,
  edges bigint NOT NULL,
  PRIMARY KEY (company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status,
    is_hidden, confidence_tenths)
);

-- link_counts by ten percents of confidence (0: below 10, 9: from 90), and the sum of confidences in tenths of a
-- percent. Lists, averages and histograms read these few rows; only a median reads the tenths of one ten. The job that
-- folds link_changes keeps it.
CREATE TABLE link_tens (
  company_id bigint NOT NULL,
  lo_company_id bigint NOT NULL,
  hi_company_id bigint NOT NULL,
  agreement_id bigint NOT NULL,
  relationship_type text NOT NULL,
  verification_status text NOT NULL,
  is_hidden boolean NOT NULL,
  ten smallint NOT NULL CHECK (ten BETWEEN 0 AND 9),
  edges bigint NOT NULL,
  confidence_sum bigint NOT NULL,
  PRIMARY KEY (company_id, lo_company_id, hi_company_id, agreement_id, relationship_type, verification_status,
    is_hidden, ten)
) WITH (fillfactor = 70);

-- Number of people with edges. seen_as lists the ways in which a company sees edges of one of its people, each once and
-- in order: '<agreement, 0 = none>:<other company>', with ':same' after it for a same_individual edge that is not
-- rejected. A reader selects the ways that it may see and sums their people. A statement that writes edges appends the
-- people to link_people_changes (functions/note_linked_people.sql), a job folds them into link_people and
-- link_people_counts, and readers compute the first people that are not folded yet.
CREATE TABLE link_people_changes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  individual_id bigint NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE link_people (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  seen_as text[] NOT NULL,
  PRIMARY KEY (company_id, individual_id)
);

CREATE TABLE link_people_counts (
  company_id bigint NOT NULL,
  seen_as text[] NOT NULL,
  people bigint NOT NULL,
  PRIMARY KEY (company_id, seen_as)
);

SELECT isolate_by_company(
  'link_changes', 'link_counts', 'link_tens', 'link_people_changes', 'link_people', 'link_people_counts'
);
REVOKE INSERT, UPDATE, DELETE ON link_changes, link_counts, link_tens, link_people_changes, link_people,
  link_people_counts FROM lineage_app, lineage_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON link_changes, link_counts, link_tens, link_people_changes, link_people,
  link_people_counts TO lineage_system;
