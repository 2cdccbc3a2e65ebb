// @ts-check
// Starts the server with the console, and builds both before when their sources are newer than what was built last.
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isBuilt } from './freshness.mjs'
import { root } from './root.mjs'

const server = join(root, 'server/dist/main.js')
// A deployed copy has no build tools: what was built for it is what it runs.
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
// In this process, so that a signal reaches the server itself and nothing outlives it.
await import(server)
