-- Up Migration
-- Merchants are counted like every list that grows. The few of them that wait to be folded stand among those of transactions.
create index count_delta_of_merchants on count_delta (mode) where scope = 'KYC';

-- Down Migration
drop index count_delta_of_merchants;
