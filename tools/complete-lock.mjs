// @ts-check
// Adds to package-lock.json the packages of other platforms that npm omitted because the registry in use did not have them;
// without them `npm ci` rejects the lock file. Run after every npm install: npm run lock:complete
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const file = join(root, 'package-lock.json')

/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, optionalDependencies?: Record<string, string>, cpu?: string[], os?: string[], libc?: string[] }} Entry */
/** @typedef {Record<string, Entry>} Packages */

/**
 * Returns the missing entries by their path in the lock file.
 * @param {Packages} packages
 * @returns {Packages}
 */
export function missingEntries(packages) {
  /** @type {Packages} */
  const missing = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const at = `node_modules/${name}`
      if (packages[`${path}/${at}`] || packages[at] || !/^\d/.test(version)) continue
      missing[at] = { version, ...platformOf(name), ...(entry.dev ? { dev: true } : {}), optional: true }
    }
  }
  return missing
}

const systems = [
  'darwin',
  'linux',
  'win32',
  'windows',
  'android',
  'freebsd',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
  'openharmony',
]
const processors = [
  'arm64',
  'x64',
  'ia32',
  'arm',
  'ppc64',
  's390x',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
  'mips',
  'ppc',
  'armhf',
]

/**
 * Derives the platforms of a package from its name.
 * @param {string} name
 * @returns {Entry}
 */
function platformOf(name) {
  const parts = name.split(/[/.-]/)
  const system = parts.find((part) => systems.includes(part))
  const processor = parts.find((part) => processors.includes(part))
  // A package whose name shows no platform must not be installed anywhere.
  const os =
    parts.includes('wasi') || (!system && !processor) ? ['none'] : system && [system === 'windows' ? 'win32' : system]
  return { ...(processor ? { cpu: [processor] } : {}), ...(os ? { os } : {}) }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  const missing = missingEntries(lock.packages)
  const entries = Object.entries({ ...lock.packages, ...missing })
  lock.packages = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
  console.log(`Added ${Object.keys(missing).length} packages of other platforms to package-lock.json`)
}
