-- The company's day at an instant; the deployment's for an unknown company and for NULL. Names are bound when the
-- function is created, so that triggers find the table under any search_path.
CREATE OR REPLACE FUNCTION company_day(company bigint, at timestamptz) RETURNS date LANGUAGE sql STABLE PARALLEL SAFE
RETURN (at AT TIME ZONE coalesce(
  (SELECT z.time_zone FROM company_zones z WHERE z.company_id = company),
  (SELECT z.time_zone FROM company_zones z WHERE z.company_id = 0),
  'Asia/Kolkata'))::date;
