import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Progress } from '@kobo/server/demo'
import { fillDemoWorld } from '../fill.ts'
import { type Files, openFiles } from '@kobo/server/rails/files'
import { openFolderStore } from '@kobo/server/rails/folder-store'
import { makeSeal } from '@kobo/server/seal'
import { aDatabase, type TestDatabase } from '@kobo/server/testing/database'
import { byDepth } from '@kobo/server/testing/property-runs'
import { worldSizes } from '../world-sizes.ts'

export const now = new Date('2026-11-20T13:05:00.000Z')
export const transactions = byDepth({ sample: 40_000, full: 200_000 })
export const sizes = worldSizes(transactions)
export const seal = makeSeal('a secret')

interface World {
  folder: string
  database: TestDatabase
  files: Files
  progress: Progress[]
}

let built: World | undefined

/** Builds the demo world that all suites read. */
export async function buildWorld(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kobo-demo-'))
  const database = await aDatabase()
  const files = openFiles({ store: openFolderStore(folder), seal, publicPath: '/api/files' })
  const progress: Progress[] = []
  built = { folder, database, files, progress }
  await fillDemoWorld({ database, files, seal, now, transactions, onProgress: (step) => progress.push(step) })
}

export async function dropWorld(): Promise<void> {
  await built?.database.close()
  if (built) await rm(built.folder, { recursive: true })
  built = undefined
}

export function world(): World {
  if (!built) throw new Error('The demo world is not built')
  return built
}

/** Runs a query without parameters. */
export async function rows<T>(query: string): Promise<T[]> {
  return (await sql.raw<T>(query).execute(world().database.db)).rows
}

/** Counts the rows that satisfy a condition. */
export async function count(from: string): Promise<number> {
  const [row] = await rows<{ n: number }>(`select count(*)::int as n from ${from}`)
  return row?.n ?? -1
}
