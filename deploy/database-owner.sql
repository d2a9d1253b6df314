-- Runs once, when PostgreSQL makes a new database, as its superuser. Makes the user and the database that DATABASE_URL
-- names: a user who owns this one database, may make the runtime roles, and is no superuser. Text is sorted by code
-- point, which no update of the operating system changes.
\getenv address DATABASE_URL
select parts[1] as owner, parts[2] as password, parts[3] as database
from regexp_match(:'address', '^postgres(?:ql)?://([^:@/]+):([^:@/]+)@[^/]+/([^/?]+)') as parts \gset
create role :"owner" login nosuperuser nocreatedb createrole noreplication nobypassrls password :'password';
create database :"database" owner :"owner" template template0 encoding 'UTF8' locale 'C.UTF-8';
