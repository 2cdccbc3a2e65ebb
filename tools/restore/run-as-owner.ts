import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const mostOutput = 64 * 2 ** 20

/** PostgreSQL refuses to run as root; its files then belong to this user of the distribution's packages. */
const databaseOwner = process.getuid?.() === 0 ? 'postgres' : null

/** Runs a program to its end as the owner of the database's files and returns its output; rejects with its error output. */
export async function runAsOwner(program: string, ...args: readonly string[]): Promise<string> {
  const [command, ...all]: [string, ...string[]] =
    databaseOwner === null ? [program, ...args] : ['runuser', '-u', databaseOwner, '--', program, ...args]
  // The owner may not be allowed to enter the folder of the caller.
  const { stdout } = await promisify(execFile)(command, all, { cwd: '/', maxBuffer: mostOutput })
  return stdout
}
