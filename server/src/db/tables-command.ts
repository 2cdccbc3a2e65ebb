import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generate, PostgresDialect } from 'kysely-codegen'
import { serverRoot } from '../server-folder.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { startTemporary } from './temporary-database.ts'

// Writes the types of all tables as the migrations leave them; with --check it only reports whether they are up to date.

const root = dirname(serverRoot())
const path = join(serverRoot(), 'src/db/tables.ts')

const generated = await generateTables()
if (!process.argv.includes('--check')) await writeFile(path, generated)
else if ((await readFile(path, 'utf8').catch(() => '')) !== generated) {
  console.error('server/src/db/tables.ts differs from the migrations: run npm run db:types.')
  process.exitCode = 1
}

async function generateTables(): Promise<string> {
  const cluster = await startTemporary()
  try {
    await migrate(cluster.url)
    const { db, close } = openDatabase(cluster.url)
    // As the pool's type parsers read them.
    const typeMapping = {
      int8: 'bigint',
      numeric: 'string',
      timestamptz: 'string',
      timestamp: 'string',
      date: 'string',
    }
    const text = await generate({ db, dialect: new PostgresDialect(), excludePattern: 'migration', typeMapping })
    await close()
    return formatted(text.replace('export interface DB {', 'export interface Tables {'))
  } finally {
    await cluster.stop()
  }
}

function formatted(text: string): string {
  const biome = join(root, 'node_modules/.bin/biome')
  return execFileSync(biome, ['format', '--stdin-file-path=generated.ts'], { cwd: root, input: text, encoding: 'utf8' })
}
