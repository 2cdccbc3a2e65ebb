-- Up Migration
-- No Transaction
create index concurrently transaction_of_cards on transaction (mode, created_at desc, id desc)
  include (merchant_id, status) where card_id is not null;
create index concurrently transaction_of_cards_by_card on transaction (card_id, created_at desc, id desc)
  include (status) where card_id is not null;

-- Down Migration
drop index transaction_of_cards_by_card, transaction_of_cards;
