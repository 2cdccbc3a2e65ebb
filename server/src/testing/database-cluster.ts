import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { checkDatabase } from '../db/check-database.ts'
import { migrate } from '../db/migrate.ts'
import { startTemporary } from '../db/temporary-database.ts'
import { openJobs } from '../jobs/jobs.ts'
import { startSimulator } from '@kobo/demo/simulator/simulator'

declare module 'vitest' {
  interface ProvidedContext {
    /** Migrated database, job queues included, from which every test database is copied. */
    templateUrl: string
  }
}

/** Starts one PostgreSQL with a migrated template database before all server tests and removes both afterwards. */
export default async function startTestCluster(project: TestProject): Promise<() => Promise<void>> {
  const configuredUrl = process.env['TEST_DATABASE_URL'] || process.env['DATABASE_URL']
  const { url, stop } = configuredUrl ? await useServer(configuredUrl) : await useEmbedded()
  const template = `kobo_test_${randomBytes(6).toString('hex')}`
  const templateUrl = inDatabase(url, template)
  await onServer(url, `create database ${template}`)
  const end = async () => {
    // Copies that a worker shares among its files are open until the end.
    const databases = await onServer(url, `select datname from pg_database where datname ^@ '${template}'`)
    for (const { datname } of databases) await onServer(url, `drop database ${String(datname)} with (force)`)
    await stop()
  }
  try {
    await migrate(templateUrl)
    await furnish(templateUrl)
  } catch (error) {
    await end()
    throw error
  }
  project.provide('templateUrl', templateUrl)
  return end
}

/** Creates the job queues and the simulator's tables in the template, so that no copy has to create them. */
async function furnish(templateUrl: string): Promise<void> {
  const jobs = await openJobs(templateUrl, { retryDelaySeconds: 1, onError: () => {} })
  await jobs.stop()
  const simulator = await startSimulator({ databaseUrl: templateUrl })
  await simulator.close()
}

async function useEmbedded() {
  const { url, superuserUrl, stop } = await startTemporary()
  await onServer(superuserUrl, 'alter role kobo createdb')
  return { url, stop }
}

async function useServer(url: string) {
  await checkDatabase(url)
  const [role] = await onServer(url, 'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user')
  if (!role?.may) {
    throw new Error(
      'The tests make databases of their own: the user in DATABASE_URL needs CREATEDB (alter role … createdb).',
    )
  }
  return { url, stop: async () => {} }
}

export function inDatabase(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

/** Runs one statement outside any transaction, on its own connection. */
export function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  return withClient(url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows)
}

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
