-- Fails the statement that calls it, so that nothing of it takes effect.
CREATE OR REPLACE FUNCTION take_back() RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'taken back' USING ERRCODE = 'PV001';
END
$$;
