import { execFile, spawnSync } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'

const run = promisify(execFile)

/** How PostgreSQL's programs are started: as the current user or, since they refuse root, as an unprivileged one. */
export interface Account {
  /** Put before the program and its arguments. */
  prefix: string[]
  uid?: number
  gid?: number
  /** Required owner of the data, as seen from outside; missing: the current user. */
  owner?: { uid: number; gid: number }
}

/** Chooses the account that can access both the program and the folder; `cluster` need not exist yet. */
export async function chooseAccount(postgres: string, folder: string, cluster: string): Promise<Account> {
  const existing = await stat(cluster).catch(() => null)
  if (process.getuid?.() !== 0) return { prefix: [] }
  const nobody = { uid: await idOf('-u'), gid: await idOf('-g') }
  const owner = existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : nobody
  const direct: Account = { prefix: [], ...owner, owner }
  const obstacle = findObstacle(direct, postgres, folder)
  if (obstacle === null) return direct
  // In its own user namespace the process appears as nobody, while the kernel still grants it root's access. The name must exist
  // in /etc/passwd, since initdb looks it up.
  const disguised: Account = {
    prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
    owner: { uid: 0, gid: 0 },
  }
  if (findObstacle(disguised, postgres, folder) === null) return disguised
  throw new StartupError(
    obstacle === 'folder'
      ? `PostgreSQL does not run as root, and its stand-in, the user nobody, cannot open ${folder}: set DATA_DIR to a folder outside private homes, such as /var/lib/kobo-console.`
      : `PostgreSQL does not run as root, and its stand-in, the user nobody, cannot open ${dirname(postgres)}: move this checkout out of the private home, such as to /opt/kobo-console, or set DATABASE_URL.`,
  )
}

/** Error for a folder that we may not open. */
export function belongsToAnother(folder: string): StartupError {
  return new StartupError(
    `The database in ${folder} belongs to another user: start Kobo Console as that user, or choose another folder with DATA_DIR.`,
  )
}

/** Makes the account the owner of the folder and all its contents. */
export async function changeOwner(account: Account, folder: string): Promise<void> {
  if (!account.owner) return
  const { uid, gid } = account.owner
  if ((await stat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  // Last, so that an interrupted start repeats it.
  await lchown(folder, uid, gid)
}

/** Environment of PostgreSQL: it contains none of the server's secrets. */
export const environment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env['LD_LIBRARY_PATH'] ? { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] } : {}),
}

function findObstacle(account: Account, postgres: string, folder: string): 'program' | 'folder' | null {
  if (!succeeds(account, [postgres, '--version'])) return 'program'
  if (!succeeds(account, ['sh', '-c', 'cd "$0"', folder])) return 'folder'
  return null
}

function succeeds(account: Account, command: string[]): boolean {
  const [program = '', ...args] = [...account.prefix, ...command]
  const options = { cwd: '/', env: environment, uid: account.uid, gid: account.gid, stdio: 'ignore' } as const
  return spawnSync(program, args, options).status === 0
}

async function idOf(flag: '-u' | '-g'): Promise<number> {
  const output = await run('id', [flag, 'nobody']).catch(() => null)
  return output === null ? 65_534 : Number(output.stdout)
}
