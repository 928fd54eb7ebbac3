-- Filters of the list of people. A consent names one purpose in the column and others in also_for; consents_also_for
-- leads to the few consents that have others. Withdrawals name one purpose.
CREATE INDEX consents_by_purpose ON consents (company_id, purpose, individual_id);
CREATE INDEX consents_also_for ON consents (company_id, individual_id) WHERE also_for <> '{}';
CREATE INDEX consents_by_notice ON consents (company_id, notice_version, individual_id) WHERE notice_version IS NOT NULL;
CREATE INDEX consents_by_channel ON consents (company_id, channel, individual_id) WHERE channel IS NOT NULL;
DROP INDEX consents_withdrawals;
-- Also answers whether a company has withdrawals at all (company_refuses).
CREATE INDEX consents_withdrawals ON consents (company_id, purpose, individual_id) WHERE is_withdrawal;
