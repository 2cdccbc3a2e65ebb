import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const storedSession = z.object({ token: z.string(), sessionId: z.string(), cookie: z.string() })

export type KeptSession = z.infer<typeof storedSession>

/** Stores a session between runs in a file that only its owner can read. */
export function sessionFile(baseUrl: string, email: string) {
  const folder = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'kobo-console')
  const name = createHash('sha256').update(`${baseUrl} ${email}`).digest('hex').slice(0, 16)
  const path = join(folder, `session-${name}.json`)
  return {
    read(): KeptSession | null {
      try {
        return storedSession.parse(JSON.parse(readFileSync(path, 'utf8')))
      } catch {
        return null
      }
    },
    write(session: KeptSession) {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      // Removed first, since the mode applies only when a file is created.
      rmSync(path, { force: true })
      writeFileSync(path, JSON.stringify(session), { mode: 0o600 })
    },
  }
}
