-- Up Migration
-- Where a change came from: sessions are deleted 30 days after their end. `maker_id` and `proposal_id` name who proposed a change that
-- somebody else approved.
alter table audit add column address text, add column user_agent text,
  add column maker_id uuid, add column proposal_id uuid;

-- Down Migration
alter table audit drop column address, drop column user_agent, drop column maker_id, drop column proposal_id;
