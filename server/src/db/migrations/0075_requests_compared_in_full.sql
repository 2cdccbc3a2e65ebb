-- Up Migration
-- `said_sha256` is the hash of the whole request since this release, which begins with the version of its form; hashes without
-- one are of earlier releases, which compared less.

-- A request that asks others is stored before they are asked, without a reply; nobody else asks them until the lease is over.
alter table inbound_call alter column reply drop not null;
alter table inbound_call add column leased_until timestamptz;

-- What the merchant that requested a refund calls it, and the hash of its request: kept as long as the refund.
alter table refund add column merchant_reference text check (merchant_reference = upper(merchant_reference));
alter table refund add column request_hash text;
alter table refund add constraint refund_request check ((merchant_reference is null) = (request_hash is null));
update refund set merchant_reference = inbound_call.reference, request_hash = said_sha256
from inbound_call
where call = 'refund' and refund.id = (reply ->> 'refundId')::uuid;
create unique index refund_merchant_reference on refund (merchant_id, merchant_reference)
  where merchant_reference is not null;

-- Down Migration
drop index refund_merchant_reference;
alter table refund drop column merchant_reference, drop column request_hash;
delete from inbound_call where reply is null;
alter table inbound_call drop column leased_until;
alter table inbound_call alter column reply set not null;
