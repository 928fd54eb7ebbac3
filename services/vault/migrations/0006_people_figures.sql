-- Sums over people, so that a figure reads a few rows instead of all people. A statement that writes people appends one
-- row per company to people_changes (functions/roll_up_people.sql), without a counter that writers would wait for. A
-- job folds these rows into people_totals and people_days, and readers add rows that are not folded yet. q0 to q9:
-- people by tenth of quality (q9 = 90 to 100). t1 to t10: active fields by type code.
CREATE TABLE people_changes (
  company_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  completeness_sum bigint NOT NULL,
  quality_sum bigint NOT NULL,
  q0 integer NOT NULL, q1 integer NOT NULL, q2 integer NOT NULL, q3 integer NOT NULL, q4 integer NOT NULL,
  q5 integer NOT NULL, q6 integer NOT NULL, q7 integer NOT NULL, q8 integer NOT NULL, q9 integer NOT NULL,
  t1 integer NOT NULL, t2 integer NOT NULL, t3 integer NOT NULL, t4 integer NOT NULL, t5 integer NOT NULL,
  t6 integer NOT NULL, t7 integer NOT NULL, t8 integer NOT NULL, t9 integer NOT NULL, t10 integer NOT NULL,
  PRIMARY KEY (company_id, id)
);

CREATE TABLE people_totals (
  company_id bigint PRIMARY KEY,
  individuals bigint NOT NULL,
  completeness_sum bigint NOT NULL,
  quality_sum bigint NOT NULL,
  q0 bigint NOT NULL, q1 bigint NOT NULL, q2 bigint NOT NULL, q3 bigint NOT NULL, q4 bigint NOT NULL,
  q5 bigint NOT NULL, q6 bigint NOT NULL, q7 bigint NOT NULL, q8 bigint NOT NULL, q9 bigint NOT NULL,
  t1 bigint NOT NULL, t2 bigint NOT NULL, t3 bigint NOT NULL, t4 bigint NOT NULL, t5 bigint NOT NULL,
  t6 bigint NOT NULL, t7 bigint NOT NULL, t8 bigint NOT NULL, t9 bigint NOT NULL, t10 bigint NOT NULL
);

-- Days are UTC. added: people created; removed: people sealed by an erasure.
CREATE TABLE people_days (
  company_id bigint NOT NULL,
  day date NOT NULL,
  added bigint NOT NULL,
  removed bigint NOT NULL,
  PRIMARY KEY (company_id, day)
);

SELECT isolate_by_company('people_changes', 'people_totals', 'people_days');
REVOKE INSERT, UPDATE, DELETE ON people_changes, people_totals, people_days FROM vault_app, vault_all;
GRANT SELECT, INSERT, UPDATE, DELETE ON people_changes, people_totals, people_days TO vault_system;
GRANT INSERT ON people_changes TO vault_app;
