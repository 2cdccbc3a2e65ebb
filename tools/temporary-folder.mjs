// @ts-check
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30

/** Creates a folder for everything that tests write, in memory if there is room; it is removed when this process exits. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(process.env['TMPDIR'] ? tmpdir() : (inMemory() ?? tmpdir()), 'kobo-tests-'))
  // PostgreSQL, which runs as another user when started by root, must be able to enter it.
  chmodSync(folder, 0o711)
  // An interrupted process may still be writing for a moment.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return folder
}

/** Tests create hundreds of databases of 700 files each, which can take thirty times as long on disk as in memory. */
function inMemory() {
  const memoryFolder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize >= 4 * gibibyte && freemem() >= 8 * gibibyte ? memoryFolder : undefined
  } catch {
    return undefined
  }
}
