-- Why this trail is not the one that was signed (a database restored without its revocations, or tampering). While it
-- is set, nothing is appended and the gateway refuses changes.
ALTER TABLE tree_state ADD COLUMN contradiction text;
