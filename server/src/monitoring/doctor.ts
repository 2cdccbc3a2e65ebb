import { sql } from 'kysely'
import { checkDatabase } from '../db/check-database.ts'
import { type Database, type OpenDatabase, openDatabase } from '../db/database.ts'
import { StartupError } from '../startup-error.ts'
import { databaseChecks, type DatabaseCheck } from './database-checks.ts'
import { readOnce } from './gauge-reader.ts'
import type { Problem } from './problem.ts'
import { examineServer } from './server-check.ts'

/** What was found, in the order of the checks. */
export interface Diagnosis {
  problems: Problem[]
  /** Subjects of the checks that found nothing. */
  fine: string[]
  /** Subjects that depend on a database that cannot be reached. */
  unchecked: string[]
}

interface Installation {
  /** Resolves to the URL of the database; rejects if there is none. */
  database: () => Promise<string>
  /** Base URLs of servers. */
  servers: readonly string[]
}

/**
 * Examines a running installation. Each check has a limit of its own, and one that fails is itself a problem, so that it hides no
 * other.
 */
export async function diagnose({ database, servers }: Installation): Promise<Diagnosis> {
  const [ofDatabase, ...ofServers] = await Promise.all([examineDatabase(database), ...servers.map(examineServer)])
  const problems = [...ofDatabase.problems, ...ofServers.flat()]
  const well = servers.filter((_, position) => ofServers[position]?.length === 0)
  return { ...ofDatabase, problems, fine: [...ofDatabase.fine, ...well] }
}

async function examineDatabase(database: () => Promise<string>): Promise<Diagnosis> {
  let open: OpenDatabase | undefined
  try {
    const url = await database()
    await checkDatabase(url)
    open = openDatabase(url, { max: 4, applicationName: 'kobo-console doctor', waitMs: 5_000 })
    await refuseEmpty(open.db)
  } catch (error) {
    const sentence = error instanceof StartupError ? error.message : `It cannot be reached: ${textOf(error)}`
    await open?.close()
    const problem = { subject: 'database', sentence, page: 'primary-lost' }
    return { problems: [problem], fine: [], unchecked: databaseChecks.map(({ subject }) => subject) }
  }
  try {
    const { db } = open
    const found = await Promise.all(databaseChecks.map((check) => runCheck(db, check)))
    const fine = databaseChecks.flatMap(({ subject }, position) => (found[position] === null ? [subject] : []))
    return { problems: found.filter((problem) => problem !== null), fine, unchecked: [] }
  } finally {
    // A connection that does not respond would keep the command from ending.
    await Promise.race([open.close(), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
  }
}

/** Without tables every check would fail in its own words. */
async function refuseEmpty(db: Database): Promise<void> {
  const { rows } = await sql<{ is_empty: boolean }>`select to_regclass('migration') is null as is_empty`.execute(db)
  if (rows[0]?.is_empty === true) {
    throw new StartupError('It has no tables: is it the right one? If so, run "npm run migrate".')
  }
}

async function runCheck(db: Database, { subject, reading, judge }: DatabaseCheck): Promise<Problem | null> {
  try {
    const verdict = judge(await readOnce(db, reading), new Date())
    return verdict && { subject, ...verdict }
  } catch (error) {
    return { subject, sentence: `It could not be checked: ${textOf(error)}`, page: 'a-gauge-is-missing' }
  }
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Formats a diagnosis for a terminal: what is wrong and which page to open, one line for each problem. */
export function diagnosisLines({ problems, fine, unchecked }: Diagnosis): string[] {
  const width = Math.max(0, ...problems.map(({ subject }) => subject.length)) + 2
  return [
    problems.length === 0
      ? 'Nothing is wrong.'
      : `${problems.length} ${problems.length === 1 ? 'thing is' : 'things are'} wrong:`,
    ...problems.map(({ subject, sentence, page }) => {
      return `${subject.padEnd(width)}${sentence.replace(/\.?$/, '.')} See docs/runbooks/${page}.md`
    }),
    ...(fine.length > 0 ? [`Fine: ${fine.join(', ')}`] : []),
    ...(unchecked.length > 0 ? [`Not checked without the database: ${unchecked.join(', ')}`] : []),
  ]
}
