-- Up Migration
-- No Transaction
create index concurrently transaction_of_cards on transaction (mode, created_at desc, id desc)
  include (merchant_id, status) where card_id is not null;
create index concurrently transaction_of_cards_by_card on transaction (card_id, created_at desc, id desc)
  include (status) where card_id is not null;
create index concurrently card_by_last_four on card (mode, last_four);
create index concurrently card_holder_anywhere on card using gin (lower(holder_name) gin_trgm_ops);

-- Down Migration
drop index card_holder_anywhere, card_by_last_four, transaction_of_cards_by_card, transaction_of_cards;
