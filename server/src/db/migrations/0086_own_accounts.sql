-- Up Migration
-- Accounts, and the wallets' own accounts of those that are child accounts. A function keeps the plan of this join, which
-- each debit would plan anew otherwise.
create function with_own_accounts(ids uuid[]) returns uuid[] language plpgsql stable parallel safe as $$
begin
  return ids || array(
    select own.id from account child join account own on own.wallet_id = child.wallet_id and own.kind = 'WALLET'
    where child.id = any(ids) and child.kind = 'CHILD'
  );
end $$;

-- Down Migration
drop function with_own_accounts;
