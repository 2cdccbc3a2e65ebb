-- Up Migration
-- No Transaction
-- Without the calls that are never purged, which every purge would otherwise read first.
create index concurrently inbound_call_purged on inbound_call (at) where not (
  call in ('account', 'child account', 'sub-account', 'shop', 'store', 'terminal', 'contact', 'dispute reply'));
drop index concurrently if exists inbound_call_oldest;

-- Down Migration
create index inbound_call_oldest on inbound_call (at);
drop index inbound_call_purged;
