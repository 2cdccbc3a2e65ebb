-- Up Migration
-- A name as it is looked for, whoever writes it: words of small letters without accents and signs, with one space before each. What
-- is plain already, as most names are, is not taken apart. It counts by code points alone, so that every locale gives the same.
create function search_text(name text) returns text language sql immutable parallel safe
return case
  when name !~ '[^A-Za-z0-9 ]|  |^ | $' then ' ' || lower(name collate "C")
  else ' ' || btrim(regexp_replace(
    translate(
      lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f\u0027\u02bb\u02bc\u2018\u2019]', '', 'g') collate "C"),
      'ɓɗƙƴøłđəƁƊƘƳØŁĐƏ', 'bdkyoldebdkyolde'),
    '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u00d7\u00f7\u2000-\u206f\u20a0-\u20cf\u3000-\u303f]+', ' ', 'g'))
end;

-- The number of a business's registration, however it is written: `RC 123456` and `rc-123456` are one.
create function registration_key(number text) returns text language sql immutable parallel safe
return upper(regexp_replace(number, '[^A-Za-z0-9]', '', 'g') collate "C");

-- Down Migration
drop function registration_key, search_text;
