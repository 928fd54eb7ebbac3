-- Whether a company has withdrawals at all (company_refuses).
CREATE INDEX consents_withdrawals ON consents (company_id) WHERE is_withdrawal;
