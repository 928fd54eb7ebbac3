-- Logins by day are counted from the index alone.
CREATE INDEX login_attempts_outcome ON login_attempts (created_at) INCLUDE (user_id, success, blocked);
