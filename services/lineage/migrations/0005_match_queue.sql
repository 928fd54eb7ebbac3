-- Changed people to match: one row per person, whatever the number of changes. Claimed for a while by one worker.
CREATE TABLE match_queue (
  company_id bigint NOT NULL,
  individual_id bigint NOT NULL,
  version bigint NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz NOT NULL DEFAULT '-infinity',
  PRIMARY KEY (company_id, individual_id)
);
CREATE INDEX match_queue_claim ON match_queue (claimed_until, queued_at);

-- New people of a company that the vault reported together: one row per batch, because a row per person costs about 45
-- microseconds of a person's import. A person who changes before the match moves to match_queue.
CREATE TABLE match_arrivals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL,
  individual_ids bigint[] NOT NULL,
  queued_at timestamptz NOT NULL DEFAULT now(),
  claimed_until timestamptz NOT NULL DEFAULT '-infinity'
);

-- Records to match again from their stored features: a bucket crossed its cap, or a model or an encoding is new.
CREATE TABLE match_again (
  space_id integer NOT NULL,
  record_id bigint NOT NULL,
  PRIMARY KEY (space_id, record_id)
);

-- Records of a space that wait for a pass over the whole space. Without a pass they become rows of match_again.
CREATE TABLE match_again_together (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  space_id integer NOT NULL,
  record_ids bigint[] NOT NULL
);

-- Matching is work without a user: requests have no access to these tables.
SELECT reserve_for_system('match_queue', 'match_arrivals', 'match_again', 'match_again_together');
