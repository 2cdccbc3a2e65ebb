import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { StartupError } from '../startup-error.ts'

/** A file of the folder: one transaction, or statements that PostgreSQL runs outside of one only. */
export interface Migration {
  name: string
  sql: string
  /** None where the file is one transaction. */
  alone: LoneStatement[] | null
}

/** A statement that waits for others without anybody waiting for it, and the index that it builds, if it does. */
export interface LoneStatement {
  sql: string
  index: string | null
}

/** The folder's migrations in the order of their numbers. */
export async function readMigrations(dir: string): Promise<Migration[]> {
  const files = (await readdir(dir)).filter((file) => file.endsWith('.sql')).toSorted()
  return await Promise.all(files.map(async (file) => asMigration(file, await readFile(join(dir, file), 'utf8'))))
}

/** The names alone, without a file being read. */
export async function migrationNames(dir: string): Promise<string[]> {
  return (await readdir(dir))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => basename(file, '.sql'))
    .toSorted()
}

function asMigration(file: string, text: string): Migration {
  const [up = ''] = text.split(/^-- Down Migration/m)
  const name = basename(file, '.sql')
  return { name, sql: up, alone: /^-- No Transaction$/m.test(up) ? loneStatements(name, up) : null }
}

/** Only what may run again after it was cut short, and what nobody queues behind, stands outside a transaction. */
function loneStatements(name: string, text: string): LoneStatement[] {
  const statements = text
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  return statements.map((sql) => {
    const built = /^create (?:unique )?index concurrently (\w+) on /i.exec(sql)?.[1] ?? null
    if (built === null && !/^(?:drop index concurrently if exists \w+|call \w+\(\))$/i.test(sql)) {
      throw new StartupError(
        `Migration ${name} runs outside a transaction, where only "create index concurrently name on …", "drop index concurrently if exists name" and "call name()" are allowed.`,
      )
    }
    return { sql, index: built }
  })
}
