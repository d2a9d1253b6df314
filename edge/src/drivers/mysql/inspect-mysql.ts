// Permissions of a user in MySQL or MariaDB beyond reading.
import type { Inspection } from '../driver.ts'
import { type MysqlConnection, runText } from './mysql-connection.ts'

const HARMLESS = new Set(['USAGE', 'SELECT', 'SHOW VIEW'])
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'ALL PRIVILEGES'])

export async function inspectMysql(opened: MysqlConnection): Promise<Inspection> {
  const [[user] = []] = await runText(opened, 'select current_user()')
  const grants = (await runText(opened, 'show grants')).map(([line]) => parseGrant(String(line)))
  const everywhere = grants.filter(({ on }) => on === '*.*').flatMap(({ rights }) => rights)
  const writable = grants
    .filter(({ on, rights }) => on !== '*.*' && rights.some((right) => WRITES.has(right)))
    .map(({ on }) => on)
  const beyond = grants
    .filter(({ on }) => on !== '*.*')
    .flatMap(({ on, rights }) =>
      rights
        .filter((right) => !HARMLESS.has(right) && !WRITES.has(right))
        .map((right) => `${right} on ${on}`),
    )
  return {
    server: opened.server,
    user: String(user),
    excess: [
      ...everywhere.filter((right) => !HARMLESS.has(right)).map((right) => `${right} on *.*`),
      ...beyond,
    ],
    writable,
  }
}

/** ``GRANT SELECT, UPDATE (`status`) ON `shop`.`claims` TO …`` */
export function parseGrant(line: string): { on: string; rights: string[] } {
  const [, rights = '', on = ''] = /^GRANT (.+?) ON (?:TABLE )?(\S+) TO /.exec(line) ?? []
  return {
    on: on.replaceAll('`', ''),
    rights: rights
      .replaceAll(/\([^)]*\)/g, '')
      .split(',')
      .map((right) => right.trim().toUpperCase())
      .filter((right) => right !== ''),
  }
}
