// @ts-check
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const outputs = [
  'server/dist/main.js',
  'server/dist/statement-thread.js',
  'server/dist/download-thread.js',
  'console/dist/index.html',
]
const stamp = 'server/dist/build-stamp'
const inputFolders = ['contract/src', 'server/src', 'demo/src', 'console/src', 'console/public']
const inputFiles = [
  'package-lock.json',
  'tools/build.mjs',
  'tools/bundle-server.mjs',
  'contract/package.json',
  'server/package.json',
  'demo/package.json',
  'console/index.html',
  'console/vite.config.ts',
  'console/vite-plugins.ts',
]

/**
 * Whether the built server and console match the current sources, judged by names, sizes and modification times.
 * @param {string} root
 */
export function isBuilt(root) {
  const expected = existsSync(join(root, 'demo')) ? [...outputs, 'demo/dist/demo.js'] : outputs
  if (!expected.every((file) => existsSync(join(root, file)))) return false
  return existsSync(join(root, stamp)) && readFileSync(join(root, stamp), 'utf8') === fingerprint(root)
}

/**
 * Call before a build, and the returned function after it: an edit during the build then counts as stale.
 * @param {string} root
 * @returns {() => void}
 */
export function beginBuild(root) {
  const built = fingerprint(root)
  rmSync(join(root, stamp), { force: true })
  return () => writeFileSync(join(root, stamp), built)
}

/** @param {string} root */
function fingerprint(root) {
  const hash = createHash('sha256').update(process.versions.node)
  for (const file of [...inputFiles, ...inputFolders.flatMap((folder) => sources(root, folder))]) {
    const found = statSync(join(root, file), { throwIfNoEntry: false })
    hash.update(`${file} ${found?.size} ${found?.mtimeMs}\n`)
  }
  return hash.digest('hex')
}

/**
 * @param {string} root
 * @param {string} folder
 */
function sources(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|drill)\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath.slice(root.length + 1), entry.name))
    .sort()
}
