-- Hashes of complete subtrees: level 0 are the leaves, (level, index) covers leaves index * 2^level and on.
CREATE TABLE tree_nodes (
  level smallint NOT NULL,
  index bigint NOT NULL,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32),
  PRIMARY KEY (level, index)
);

CREATE TABLE tree_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  size bigint NOT NULL
) WITH (fillfactor = 50);
INSERT INTO tree_state (size) VALUES (0);

REVOKE INSERT, UPDATE, DELETE ON tree_nodes, tree_state FROM audit_app, audit_all;
GRANT SELECT, INSERT ON tree_nodes TO audit_system;
GRANT SELECT, UPDATE ON tree_state TO audit_system;

-- Signed tree heads (C2SP signed note), also appended to a file outside the database.
CREATE TABLE checkpoints (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tree_size bigint NOT NULL,
  root_hash bytea NOT NULL CHECK (octet_length(root_hash) = 32),
  note text NOT NULL,
  key_name text NOT NULL,
  public_key bytea NOT NULL,
  signed_at timestamptz NOT NULL
);
CREATE INDEX checkpoints_tree_size ON checkpoints (tree_size);
REVOKE INSERT, UPDATE, DELETE ON checkpoints FROM audit_app, audit_all;
GRANT SELECT, INSERT ON checkpoints TO audit_system;

-- Checks of the whole tree by a user or a job.
CREATE TABLE verifications (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('running', 'done', 'failed')),
  tree_size bigint NOT NULL,
  entries_checked bigint NOT NULL DEFAULT 0,
  root_hash bytea,
  checkpoint_at timestamptz,
  pending bigint NOT NULL DEFAULT 0,
  oldest_pending_ms bigint NOT NULL DEFAULT 0,
  verified boolean NOT NULL DEFAULT false,
  first_bad_index bigint,
  reason text,
  started_at timestamptz NOT NULL DEFAULT now(),
  progress_at timestamptz NOT NULL DEFAULT now()
);
REVOKE INSERT, UPDATE, DELETE ON verifications FROM audit_app, audit_all;
GRANT SELECT, INSERT, UPDATE ON verifications TO audit_system;
