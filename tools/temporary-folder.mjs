// @ts-check
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const gibibyte = 2 ** 30

/** A folder for everything that tests write, in memory where there is room; it goes when this process does. */
export function temporaryFolder() {
  const folder = mkdtempSync(join(process.env['TMPDIR'] ? tmpdir() : (inMemory() ?? tmpdir()), 'kobo-tests-'))
  // PostgreSQL, which runs as somebody else when root starts it, must get through here.
  chmodSync(folder, 0o711)
  // What was interrupted may still write for a moment.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  return folder
}

/** Hundreds of databases of 700 files each are made: files on a disk can take thirty times as long as in memory. */
function inMemory() {
  const place = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize >= 4 * gibibyte && freemem() >= 8 * gibibyte ? place : undefined
  } catch {
    return undefined
  }
}
