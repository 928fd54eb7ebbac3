-- The trace (W3C traceparent) in which an event was written, so that its consumers can continue it. The wrapper
-- that opens the transaction sets it; a default serves SQL functions that insert on their own too.
ALTER TABLE outbox ADD COLUMN traceparent text DEFAULT nullif(current_setting('app.traceparent', true), '');
