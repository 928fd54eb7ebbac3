-- Creates a trigger unless the table has it. Replacing one would lock the table against writers at every release that
-- changes any function; a trigger calls the replaced function anyway. What changes a trigger itself is a migration.
CREATE OR REPLACE FUNCTION ensure_trigger(on_table regclass, trigger_name text, definition text) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_trigger WHERE tgrelid = on_table AND tgname = trigger_name) THEN
    EXECUTE definition;
  END IF;
END
$$;
