import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from '../freshness.mjs'
import { root } from '../root.mjs'
import { missingPackages } from './programs.ts'

/** Names the packages that are missing; installs nothing. */
export function refuseIfIncomplete(): boolean {
  const missing = missingPackages()
  if (missing.length === 0) return true
  process.stderr.write(`This machine lacks ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}\n`)
  process.exitCode = 1
  return false
}

/** Builds the server and the console if their sources have changed. */
export function buildIfNeeded(): boolean {
  if (isBuilt(root)) return true
  const { status } = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' })
  if (status !== 0) process.exitCode = status ?? 1
  return status === 0
}
