import { dirname } from 'node:path'
import type { Database } from '../db/database.ts'
import { makeSeal } from '../seal.ts'
import { serverRoot } from '../server-folder.ts'
import { readSettings } from '../settings.ts'
import { openPartners, type Partners } from './partners.ts'

/** Opens the partners of a demo on this machine, using PORT and DATA_DIR of the environment. */
export function runningDemo(db: Database): Partners {
  const { port, secret, railsSecret, schemeSecret } = readSettings(process.env, dirname(serverRoot()))
  return openPartners({ baseUrl: `http://127.0.0.1:${port}`, db, seal: makeSeal(secret), railsSecret, schemeSecret })
}
