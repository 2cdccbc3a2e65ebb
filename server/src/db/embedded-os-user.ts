import { execFile, spawnSync } from 'node:child_process'
import { lchown, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'

const run = promisify(execFile)

/** How PostgreSQL's programs are started: as ourselves or, since they refuse root, as somebody without rights. */
export interface Account {
  /** Put before the program and its arguments. */
  prefix: string[]
  uid?: number
  gid?: number
  /** Who must own the data, seen from outside; absent: whoever we are. */
  owner?: { uid: number; gid: number }
}

/** Chooses the account that can reach both the program and the folder; `cluster` need not exist yet. */
export async function chooseAccount(postgres: string, folder: string, cluster: string): Promise<Account> {
  const existing = await stat(cluster).catch(() => null)
  if (process.getuid?.() !== 0) return { prefix: [] }
  const nobody = { uid: await idOf('-u'), gid: await idOf('-g') }
  const owner = existing && existing.uid !== 0 ? { uid: existing.uid, gid: existing.gid } : nobody
  const direct: Account = { prefix: [], ...owner, owner }
  const obstacle = whatBlocks(direct, postgres, folder)
  if (obstacle === null) return direct
  // In a namespace of its own the process passes for nobody while the kernel still lets it in as root. The name must
  // be one that /etc/passwd knows: initdb looks it up.
  const disguised: Account = {
    prefix: ['unshare', '--user', `--map-user=${nobody.uid}`, `--map-group=${nobody.gid}`],
    owner: { uid: 0, gid: 0 },
  }
  if (whatBlocks(disguised, postgres, folder) === null) return disguised
  throw new StartupError(
    obstacle === 'folder'
      ? `PostgreSQL does not run as root, and its stand-in, the user nobody, cannot open ${folder}: set DATA_DIR to a folder outside private homes, such as /var/lib/kobo-console.`
      : `PostgreSQL does not run as root, and its stand-in, the user nobody, cannot open ${dirname(postgres)}: move this checkout out of the private home, such as to /opt/kobo-console, or set DATABASE_URL.`,
  )
}

/** The one sentence for a folder that we may not open. */
export function belongsToAnother(folder: string): StartupError {
  return new StartupError(
    `The database in ${folder} belongs to another user: start Kobo Console as that user, or choose another folder with DATA_DIR.`,
  )
}

/** Makes the account own the folder and all that is in it. */
export async function giveTo(account: Account, folder: string): Promise<void> {
  if (!account.owner) return
  const { uid, gid } = account.owner
  if ((await stat(folder)).uid === uid) return
  for (const entry of await readdir(folder, { recursive: true })) await lchown(join(folder, entry), uid, gid)
  // Last, so that a start which was interrupted halfway does it again.
  await lchown(folder, uid, gid)
}

/** What PostgreSQL sees of our environment: no secret of the server's is in it. */
export const environment: Record<string, string> = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
  ...(process.env['LD_LIBRARY_PATH'] ? { LD_LIBRARY_PATH: process.env['LD_LIBRARY_PATH'] } : {}),
}

function whatBlocks(account: Account, postgres: string, folder: string): 'program' | 'folder' | null {
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
  const answer = await run('id', [flag, 'nobody']).catch(() => null)
  return answer === null ? 65_534 : Number(answer.stdout)
}
