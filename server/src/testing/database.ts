import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../db/database.ts'
import { setSessionDefaults } from '../db/session-defaults.ts'
import { inDatabase, onServer, withClient } from './database-cluster.ts'

export interface TestDatabase extends OpenDatabase {
  url: string
}

/** Returns a migrated, empty database for one test or file; `close` drops it. */
export async function aDatabase(): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl')
  const template = new URL(templateUrl).pathname.slice(1)
  const name = `${template}_${randomBytes(4).toString('hex')}`
  const serverUrl = inDatabase(templateUrl, 'postgres')
  await copy(serverUrl, template, name)
  const url = inDatabase(templateUrl, name)
  // Session limits are set per database and are not copied from the template.
  await withClient(url, setSessionDefaults)
  // A hundred concurrent calls can wait long for a connection on a slow machine.
  const open = openDatabase(url, { max: 8, named: true, waitMs: 60_000 })
  return {
    ...open,
    url,
    close: async () => {
      await open.close()
      await onServer(serverUrl, `drop database ${name} with (force)`)
    },
  }
}

/** Copies the template, retrying while autovacuum of an external server is connected to it. */
async function copy(serverUrl: string, template: string, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await onServer(serverUrl, `create database ${name} template ${template}`)
      return
    } catch (error) {
      const inUse = error instanceof pg.DatabaseError && error.code === '55006'
      if (!inUse || tries === 20) throw error
      await sleep(250)
    }
  }
}
