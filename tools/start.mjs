// @ts-check
// Starts the server with the console, and first builds both if their sources changed since the last build.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt } from './freshness.mjs'
import { root } from './root.mjs'

// Before the build, during which npm may end.
if (process.env['npm_lifecycle_event'] !== undefined) endWithNpm()

const server = join(root, 'server/dist/main.js')
// A deployed copy has no build tools and runs what was built for it.
const canBuild = existsSync(join(root, 'node_modules/vite')) && existsSync(join(root, 'node_modules/esbuild'))

if (canBuild && !isBuilt(root)) {
  const build = spawnSync(process.execPath, [join(root, 'tools/build.mjs')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}
if (!existsSync(server)) {
  process.stderr.write(
    'Nothing is built yet and the build tools are not installed: run `npm ci && npm run build` first.\n',
  )
  process.exit(1)
}
// In this process, so that signals reach the server and no child process outlives it.
await import(server)

/** Stops the server when npm has ended: a shell between them does not forward npm's signals, and a killed npm sends none. */
function endWithNpm() {
  const parent = process.ppid
  const npm = npmPid(parent)
  setInterval(() => {
    if (process.ppid !== parent || !isAlive(npm)) process.kill(process.pid, 'SIGTERM')
  }, 1000).unref()
}

/**
 * Returns the parent, or the grandparent if the parent is a shell; without `/proc` the shell has become this process.
 * @param {number} parent
 */
function npmPid(parent) {
  try {
    const [, name = '', grandparent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(npm|node)/.test(name) ? parent : Number(grandparent ?? parent)
  } catch {
    return parent
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user is also alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
