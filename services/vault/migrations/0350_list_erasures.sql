-- Erasures of a company in the order of their request.
CREATE INDEX erasures_of_company ON erasures (company_id, requested_at DESC, individual_id DESC);
