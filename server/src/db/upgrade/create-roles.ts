// Creates the runtime roles, which belong to the whole server and may be created by several processes at once.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { codeOf } from '#lib/database-failure.ts'
import { roleNames } from '../roles.ts'
import { SchemaRefused } from './schema-refused.ts'

/** Roles belong to the whole server, so another database may be creating the same ones at the same time. */
export async function createRoles(client: Client, prefix: string): Promise<void> {
  for (const role of Object.values(roleNames(prefix))) {
    await retryRace(() =>
      client.query(`do $$ begin
        create role ${role} nologin;
      exception when duplicate_object or unique_violation then null;
      end $$`),
    )
    await grantToOwner(client, role)
  }
}

async function grantToOwner(client: Client, role: string): Promise<void> {
  try {
    await retryRace(() => client.query(`grant ${role} to current_user`))
  } catch (cause) {
    if (codeOf(cause) !== '42501') throw cause
    throw new SchemaRefused(
      `The role ${role} exists and belongs to another user. Grant it to this user, or set SERVICE_ACP_DB_ROLE_PREFIX to another prefix.`,
      { cause },
    )
  }
}

/**
 * Two sessions that change the same role at once: "tuple concurrently updated" (XX000), the same grant twice (23505),
 * or a role another session has just created whose grants are not visible yet (42501).
 */
const LOST_RACES = ['XX000', '40001', '40P01', '23505', '42501']
const RACE_ATTEMPTS = 10

async function retryRace(work: () => Promise<unknown>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work()
      return
    } catch (error) {
      if (!LOST_RACES.includes(codeOf(error)) || attempt === RACE_ATTEMPTS) throw error
      await sleep(20 + Math.random() * 50)
    }
  }
}
