// @ts-check
// Checks the alert rules of deploy/prometheus/rules and runs their tests with promtool: npm run alerts:test
import './node-version.mjs'
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const folder = join(root, 'deploy/prometheus')

run('check', 'rules', ...filesOf('rules'))
run('test', 'rules', ...filesOf('tests'))

/** @param {...string} args */
function run(...args) {
  const { error, status } = spawnSync('promtool', args, { stdio: 'inherit' })
  if (error && 'code' in error && error.code === 'ENOENT') {
    console.error('promtool is not installed: it is part of Prometheus (on Debian, the package prometheus)')
  } else if (error) console.error(error.message)
  if (status !== 0) process.exit(1)
}

/** @param {string} name */
function filesOf(name) {
  const files = readdirSync(join(folder, name)).filter((file) => file.endsWith('.yml'))
  return files.map((file) => join(folder, name, file))
}
