-- Runs once as the superuser when PostgreSQL initializes a new volume. Creates the user and the database of DATABASE_URL:
-- a user who owns this database, can create the runtime roles, and is no superuser. Text is sorted by code point, which no
-- update of the operating system changes.
\getenv url DATABASE_URL
select parts[1] as owner, parts[2] as password, parts[3] as database
from regexp_match(:'url', '^postgres(?:ql)?://([^:@/]+):([^:@/]+)@[^/]+/([^/?]+)') as parts \gset
create role :"owner" login nosuperuser nocreatedb createrole noreplication nobypassrls password :'password';
create database :"database" owner :"owner" template template0 encoding 'UTF8' locale 'C.UTF-8';
