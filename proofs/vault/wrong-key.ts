// Starting with a key that is not the installation's: refused by name, and not a single write, whatever was asked for.
import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { startService } from '../../tests/harness/service.ts'
import { type Arena, environmentOf } from './arena.ts'

export type WrongKeyTally = { tried: number; refused: number; writes: number; faults: string[] }

const COMMANDS = [
  'serve',
  'serve --migrate',
  'serve --role worker',
  'keys rotate',
  'keys abandon',
  'keys abandon --confirm 0123456789abcdef',
  'keys status',
  'doctor',
]

/** `right` is the installation's key; one that differs in a single bit is as wrong as any other. */
export async function tryWrongKeys(arena: Arena, right: Buffer): Promise<WrongKeyTally> {
  const tally: WrongKeyTally = { tried: 0, refused: 0, writes: 0, faults: [] }
  const nearly = Buffer.from(right)
  nearly.writeUInt8(nearly.readUInt8(31) ^ 1, 31)
  for (const master of [randomBytes(32), nearly]) {
    await watchForWrites(arena, tally, async () => {
      await Promise.all(COMMANDS.map((command) => tryCommand(arena, command, master, tally)))
    })
  }
  await pretendPending(arena.admin)
  await watchForWrites(arena, tally, () => tryCommand(arena, 'serve --migrate', nearly, tally))
  await forgetPending(arena.admin)
  return tally
}

async function tryCommand(
  { command, idOf }: Arena,
  args: string,
  master: Buffer,
  tally: WrongKeyTally,
): Promise<void> {
  tally.tried++
  const { code, stdout, stderr } = await command(args, { master })
  const said = stdout + stderr
  const isNamed = said.includes('SERVICE_ACP_MASTER_KEY') || said.includes('--confirm')
  if (code !== 0 && isNamed && !said.includes('    at ')) tally.refused++
  else tally.faults.push(`${args} with ${idOf(master)}: ${code} ${said}`)
}

/** The control: does a service with another key start where no canary can tell, and would its writes be seen? */
export async function serveWithoutCanary(arena: Arena, master: Buffer): Promise<WrongKeyTally> {
  const tally: WrongKeyTally = { tried: 1, refused: 0, writes: 0, faults: [] }
  await arena.admin.query(`
    alter table data_keys drop constraint data_keys_master_key_id_fkey;
    delete from master_keys`)
  await watchForWrites(arena, tally, async () => {
    const env = environmentOf({ master })
    const service = await startService({ databaseUrl: arena.database.url, env }).catch(() => null)
    if (!service) tally.refused++
    await service?.kill()
  })
  return tally
}

async function watchForWrites(arena: Arena, tally: WrongKeyTally, work: () => Promise<unknown>) {
  const before = await imageOf(arena.admin)
  await work()
  const after = await imageOf(arena.admin)
  for (const [what, value] of Object.entries(before)) {
    if (after[what] === value) continue
    tally.writes++
    tally.faults.push(`${what} was ${value} and is ${after[what]}`)
  }
}

/** Every row of every table, and the next transaction number: a writer takes one, even if it is rolled back. */
async function imageOf(admin: Pool): Promise<Record<string, string>> {
  const { rows } = await admin.query<{ next: string }>(
    'select pg_snapshot_xmax(pg_current_snapshot())::text as next',
  )
  const image: Record<string, string> = { 'the next transaction': rows[0]?.next ?? '' }
  const { rows: tables } = await admin.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  )
  for (const { name } of tables) {
    const { rows: hashes } = await admin.query<{ hash: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash
       from ${name} t`,
    )
    image[name] = hashes[0]?.hash ?? ''
  }
  return image
}

/** As after an upgrade of the program: a migration is waiting, and a wrong key must not even run it. */
async function pretendPending(admin: Pool): Promise<void> {
  await admin.query('create table held as select * from schema_migrations order by version')
  await admin.query(
    'delete from schema_migrations where version = (select max(version) from schema_migrations)',
  )
}

async function forgetPending(admin: Pool): Promise<void> {
  await admin.query(
    'insert into schema_migrations select * from held on conflict (version) do nothing; drop table held',
  )
}
