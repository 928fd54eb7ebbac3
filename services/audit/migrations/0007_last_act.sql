-- Last activity of a company: the newest entry of a user or an API client. Scheduled checks and other work of services
-- are no activity.
ALTER TABLE company_heads ADD COLUMN last_act_at timestamptz;

ALTER TABLE company_heads NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_trail NO FORCE ROW LEVEL SECURITY;
UPDATE company_heads h SET last_act_at = (
  SELECT t."timestamp" FROM audit_trail t
  WHERE t.company_id = h.company_id AND t.actor_type IN ('user', 'api_client')
  ORDER BY t.leaf_index DESC LIMIT 1);
ALTER TABLE company_heads FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_trail FORCE ROW LEVEL SECURITY;
