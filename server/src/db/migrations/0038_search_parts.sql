-- Search finds parts of words and ignores case and accents: in the title, the external ID, the labels and the values of
-- custom fields by trigrams, in the description by the beginnings of its words. This file has the functions; the next one
-- has the index.
--
-- pg_trgm is a trusted extension: the owner of the database can create it without being a superuser. `task_words` also
-- returns the words of the description without accents. The previous release keeps writing with it, and keeps searching with
-- `search_task_ids`, for which the words as written stay.
--
-- Works with: 0037

create extension if not exists pg_trgm;

-- Built in and not `unaccent`: its rules can change with PostgreSQL, which would leave an index with other texts.
create function fold_text(value text) returns text
  language sql immutable parallel safe
  return case
    when octet_length(value) = length(value) then lower(value)
    else replace(replace(replace(replace(replace(replace(replace(
      regexp_replace(lower(normalize(value, nfkd)), '[\u0300-\u036f]', '', 'g'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'ø', 'o'), 'ł', 'l'), 'đ', 'd'), 'ı', 'i')
  end;

-- Operators of json fail if any string of the document contains U+0000, which custom fields may contain and text cannot.
create function without_nul(doc json) returns json
  language sql immutable parallel safe
  return case
    when position('\u0000' in doc::text) = 0 then doc
    else regexp_replace(doc::text, '(?<!\\)((?:\\\\)*)\\u0000', '\1 ', 'g')::json
  end;

-- The text of a document without U+0000. Begins with a space, as each of its words does: a short term is found at the
-- beginning of a word. Fields lose their names, which all tasks share, and are searched up to a length.
create function readable_task_text(external_id text, doc json) returns text
  language sql immutable parallel safe
  return ' ' || fold_text(
    translate(doc ->> 'title', E'\n\t', '  ') || ' ' || coalesce(external_id, '') || ' '
    || translate((doc -> 'labels')::text, '[]",', '    ')
    || case when json_typeof(doc -> 'fields') = 'object' and (doc -> 'fields')::text <> '{}'
      then translate(
        regexp_replace(left((doc -> 'fields')::text, 4000), '"([^"\\]|\\.)*"\s*:', ' ', 'g'), '{}[]",', '      ')
      else '' end);

create function task_text(external_id text, doc json) returns text
  language sql immutable parallel safe cost 300
  return readable_task_text(external_id, without_nul(doc));

create or replace function task_words(title text, description text) returns tsvector
  language sql immutable parallel safe
  return setweight(to_tsvector('simple', title), 'A')
    || case when octet_length(description) = length(description) then setweight(to_tsvector('simple', left(description, 50000)), 'B')
      else setweight(to_tsvector('simple', left(description, 50000)), 'B')
        || setweight(to_tsvector('simple', fold_text(left(description, 50000))), 'B') end;

-- What a term looks like in `task_text`. Trigrams cannot find fewer than three characters inside of a word.
create function search_pattern(term text) returns text
  language sql immutable parallel safe
  return case when length(fold_text(term)) < 3 then '% ' else '%' end
    || replace(replace(replace(fold_text(term), '\', '\\'), '%', '\%'), '_', '\_') || '%';

create function quote_term(term text) returns text
  language sql immutable parallel safe
  return '''' || replace(replace(term, '\', '\\'), '''', '''''') || '''';

-- What a term looks like in the words of a task: as the beginning of a word, as written and without accents. After a hyphen
-- the parser reads a number as a negative one.
create function search_words(term text, is_phrase boolean) returns tsquery
  language sql immutable parallel safe
  return case
    when is_phrase or length(term) < 3
      then phraseto_tsquery('simple', term) || phraseto_tsquery('simple', fold_text(term))
    when term ~ '^[0-9]+$'
      then to_tsquery('simple', term || ':*') || to_tsquery('simple', '-' || term || ':*')
    when fold_text(term) = lower(term) then to_tsquery('simple', quote_term(fold_text(term)) || ':*')
    else to_tsquery('simple', quote_term(fold_text(term)) || ':*') || to_tsquery('simple', quote_term(term) || ':*')
  end;

-- IDs of the tasks of the current tenant that have every term, at most `most` of them. LIKE and @@ cannot use an index under
-- row-level security; rows are read under it afterwards. Of the arguments, only positions become part of the statement. Without
-- the settings, the planner reads the whole tenant where it takes a rare term for a common one.
create function find_task_ids(patterns text[], words tsquery[], most bigint) returns setof uuid
  language plpgsql stable security definer
  set search_path = pg_catalog, public, pg_temp
  set enable_seqscan = off
  set enable_indexscan = off
as $$
declare
  conditions text;
begin
  select string_agg(
    format('(public.task_text(t.external_id, t.doc) like $1[%1$s] or t.search @@ $2[%1$s])', place), ' and ')
  into strict conditions
  from generate_subscripts(patterns, 1) as place;
  return query execute
    'select t.id from public.tasks t where t.tenant_id = $3 and ' || conditions || ' limit $4'
    using patterns, words, current_setting('app.tenant_id')::uuid, most;
end
$$;

grant create on schema public to {{search}};
alter function find_task_ids(text[], tsquery[], bigint) owner to {{search}};
revoke create on schema public from {{search}};
revoke all on function find_task_ids(text[], tsquery[], bigint) from public;
grant execute on function find_task_ids(text[], tsquery[], bigint) to {{app}};
revoke all on function fold_text(text), without_nul(json), readable_task_text(text, json), task_text(text, json),
  search_pattern(text), search_words(text, boolean), quote_term(text) from public;
grant execute on function fold_text(text), without_nul(json), readable_task_text(text, json), task_text(text, json)
  to {{app}}, {{group}}, {{search}};
-- The dispatcher reads single values of events.
grant execute on function without_nul(json) to {{feed}};
grant execute on function search_pattern(text), search_words(text, boolean), quote_term(text) to {{app}};
grant select (external_id, doc) on tasks to {{search}};
