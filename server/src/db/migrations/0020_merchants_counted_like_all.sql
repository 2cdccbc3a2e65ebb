-- Up Migration
-- Merchants are counted like every list that grows: whoever writes one writes down what changes, which is folded later, so that
-- two who write never wait for one row. Those that stand here already are counted when a server starts.
drop trigger merchant_counted_none on merchant;
drop trigger merchant_counted_out on merchant;
drop trigger merchant_counted_again on merchant;
drop trigger merchant_counted_in on merchant;
drop function count_merchants;
drop table merchant_count;
-- The few of them that wait among those of transactions.
create index count_delta_of_merchants on count_delta (mode) where scope = 'KYC';
