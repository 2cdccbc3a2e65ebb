-- Up Migration
select fill_counterparties();
create index counterparty_name_anywhere on counterparty using gin (lower(name) gin_trgm_ops);

-- Down Migration
drop index counterparty_name_anywhere;
