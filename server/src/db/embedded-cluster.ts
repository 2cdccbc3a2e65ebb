import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'
import { type Account, environment } from './embedded-os-user.ts'
import type { Binaries } from './embedded-binaries.ts'

const run = promisify(execFile)

/** Paths of an embedded database; all of it is in `postgres` inside the data folder. */
export function places(dataDir: string) {
  const folder = join(dataDir, 'postgres')
  return {
    folder,
    cluster: join(folder, 'cluster'),
    passwords: join(folder, 'passwords.json'),
    log: join(folder, 'log'),
  }
}

const passwordsShape = z.object({ kobo: z.string(), postgres: z.string() })
type Passwords = z.infer<typeof passwordsShape>

/** Creates a new, empty cluster. It gets its final name only when complete, so an interrupted start leaves no partial one. */
export async function createCluster(
  dataDir: string,
  binaries: Binaries,
  account: Account,
  sync: boolean,
): Promise<void> {
  const { folder } = places(dataDir)
  await removeUnfinished(folder)
  const unfinished = await mkdtemp(`${folder}.new-${process.pid}-`)
  try {
    if (account.owner) await chmod(unfinished, 0o711)
    const passwords: Passwords = { kobo: newPassword(), postgres: newPassword() }
    await writeFile(join(unfinished, 'passwords.json'), JSON.stringify(passwords), { mode: 0o600 })
    const cluster = join(unfinished, 'cluster')
    const passwordFile = join(unfinished, 'password')
    await mkdir(cluster, { mode: 0o700 })
    await writeFile(passwordFile, passwords.postgres, { mode: 0o600 })
    if (account.owner) {
      await chown(cluster, account.owner.uid, account.owner.gid)
      await chown(passwordFile, account.owner.uid, account.owner.gid)
    }
    const base = [
      '-D',
      cluster,
      '-U',
      'postgres',
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--data-checksums',
    ]
    // Built-in, stable Unicode rules: the case of letters beyond ASCII is the same on every machine.
    const unicode = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
    const locale = ['--encoding=UTF8', '--locale=C', ...unicode]
    await runInitdb(binaries, account, [...base, ...locale, ...(sync ? [] : ['--no-sync'])])
    await rm(passwordFile)
    await rename(unfinished, folder)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another process was faster; its cluster is equivalent.
    if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTEMPTY' || error.code === 'EEXIST')))
      throw error
  }
}

async function runInitdb(binaries: Binaries, account: Account, args: string[]): Promise<void> {
  const [program = '', ...rest] = [...account.prefix, binaries.initdb, ...args]
  await run(program, rest, { cwd: '/', env: environment, uid: account.uid, gid: account.gid }).catch(
    (error: unknown) => {
      const output =
        error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n').at(-1) : String(error)
      throw new StartupError(`PostgreSQL could not set up its data folder: ${output}`)
    },
  )
}

async function removeUnfinished(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.new-`
  for (const name of await readdir(dirname(folder))) {
    if (!name.startsWith(prefix)) continue
    const maker = Number.parseInt(name.slice(prefix.length), 10)
    if (!isAlive(maker)) await rm(join(dirname(folder), name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function newPassword(): string {
  return randomBytes(24).toString('base64url')
}

/** URLs of a running cluster: the server's own, and the superuser's, which only the launcher uses. */
export async function addresses(dataDir: string, port: number): Promise<{ url: string; superuserUrl: string }> {
  const { passwords: path } = places(dataDir)
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new StartupError(`The database's passwords cannot be read: ${error.message}.`)
  })
  const passwords = passwordsShape.safeParse(parsed(text))
  if (!passwords.success) throw new StartupError(`The database's passwords in ${path} are damaged: restore that file.`)
  return {
    url: `postgres://kobo:${passwords.data.kobo}@127.0.0.1:${port}/kobo`,
    superuserUrl: `postgres://postgres:${passwords.data.postgres}@127.0.0.1:${port}/postgres`,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
