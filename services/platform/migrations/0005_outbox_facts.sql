-- What SQL adds to an audit entry whose start is in payload: the relay encodes it (src/domain/audit-entry.ts).
ALTER TABLE outbox ADD COLUMN facts json;
