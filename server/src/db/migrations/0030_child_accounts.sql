-- Up Migration
-- Child accounts: a merchant's own or a customer's, that can be made inactive. The transactions of an account that belongs to a
-- wallet are not the wallet's: `transaction.wallet_id` names the wallet whose own account moved.
alter table account
  add column inactive_since timestamptz,
  add constraint account_inactive check (inactive_since is null or kind = 'CHILD') not valid,
  drop constraint account_check,
  add constraint account_of_wallet check (kind = 'CHILD' or (kind = 'WALLET') = (wallet_id is not null)) not valid;
create index account_children_of_merchant on account (merchant_id, created_at desc, id desc)
  where kind = 'CHILD' and wallet_id is null;
create index account_children_of_wallet on account (wallet_id, created_at desc, id desc)
  where kind = 'CHILD' and wallet_id is not null;

-- Down Migration
drop index account_children_of_wallet, account_children_of_merchant;
alter table account
  drop constraint account_of_wallet,
  add constraint account_check check ((kind = 'WALLET') = (wallet_id is not null)) not valid,
  drop constraint account_inactive,
  drop column inactive_since;
