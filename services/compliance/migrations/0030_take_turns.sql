-- Companies take turns: the one whose report was begun longest ago is next. leased_until tells when one was begun.
CREATE INDEX reports_turns ON reports (company_id, leased_until);
