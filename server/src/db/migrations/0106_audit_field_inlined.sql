-- Up Migration
-- The same text. The operator between a number and a text is only stable, for which PostgreSQL did not inline the function: a leaf
-- took five times as long.
create or replace function audit_field(value text) returns text language sql immutable parallel safe
return coalesce(octet_length(value)::text || ':' || value, '-');

-- Down Migration
create or replace function audit_field(value text) returns text language sql immutable parallel safe
return coalesce(octet_length(value) || ':' || value, '-');
