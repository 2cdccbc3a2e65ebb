import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { type Database, openDatabase } from '@kobo/server/db/database'
import { withDatabase } from '@kobo/server/db/with-database'

/** Reads the options of the command line; returns undefined if they are invalid. */
export function readOptions<S extends z.ZodObject>(schema: S): z.output<S> | undefined {
  const options = Object.fromEntries(Object.keys(schema.shape).map((name) => [name, { type: 'string' } as const]))
  return schema.safeParse(parseArgs({ options, strict: false }).values).data
}

/** Runs a command on the database of a demo and prints its result as one line of JSON, or its usage if it has no valid input. */
export async function runCommand<T>(
  usage: string,
  input: T | null | undefined,
  run: (db: Database, input: T) => Promise<object>,
): Promise<void> {
  if (input === null || input === undefined || process.env['NODE_ENV'] === 'production') {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 1
    return
  }
  await withDatabase(async (url) => {
    const { db, close } = openDatabase(url, { max: 2 })
    try {
      process.stdout.write(`${JSON.stringify(await run(db, input))}\n`)
    } finally {
      await close()
    }
  })
}
