-- Up Migration
-- Saved views of the console's lists. A view is a query and not its result, so it belongs to no mode.
create table list_view (
  id uuid primary key,
  owner_id uuid not null references staff,
  scope text not null check (scope in ('PERSONAL', 'TEAM')),
  -- Name of the list in the console, and the path of its call.
  place text not null,
  call text not null,
  name text not null,
  query jsonb not null,
  -- Days relative to the day on which it is opened.
  days text,
  -- Increases with each change.
  version integer not null default 1 check (version > 0),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  changed_by uuid not null references staff,
  retired_at timestamptz
);
create unique index list_view_by_name on list_view (owner_id, place, lower(name)) where retired_at is null;
create index list_view_of_team on list_view (place) where scope = 'TEAM' and retired_at is null;

-- What a person does with a view, their own or one of the team.
create table list_view_use (
  staff_id uuid not null references staff,
  view_id uuid not null references list_view,
  place text not null,
  -- Whether the list begins with it.
  is_default boolean not null,
  primary key (staff_id, view_id)
);
create unique index list_view_use_default on list_view_use (staff_id, place) where is_default;
