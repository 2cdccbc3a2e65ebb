-- Up Migration
-- What people have in hand of a checkout is its reference, and of a payment link also a word of its description.
create index checkout_reference on checkout (reference text_pattern_ops);
create index payment_link_description_anywhere on payment_link using gin (lower(description) gin_trgm_ops);

-- Down Migration
drop index payment_link_description_anywhere, checkout_reference;
