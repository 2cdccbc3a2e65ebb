// @ts-check
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { trackedFiles } from './tracked-files.mjs'
import { missingEntries } from '../complete-lock.mjs'

const binary = /\.(png|jpg|webp|ico|pdf|woff2?)$/

/** Reports what is specific to one machine: its paths, and the registry that it installs from. */
export function privateWords() {
  const privateTexts = [`${root}/`, homedir().length > 5 ? `${homedir()}/` : '', registryHost()].filter(
    (text) => text !== '',
  )
  return trackedFiles()
    .filter((file) => !binary.test(file))
    .flatMap((file) => findPrivateWords(file, readFileSync(join(root, file), 'utf8'), privateTexts))
}

/**
 * @param {string} file
 * @param {string} text
 * @param {string[]} privateTexts
 * @returns {string[]}
 */
export function findPrivateWords(file, text, privateTexts) {
  // Written so that the pattern does not match itself.
  const pattern =
    /(?<![\w.~/-])\/(?:root|work|home\/\w+|Users\/\w+)\/|registry[.]npmjs|registry[.]yarnpkg|[/.]npmmirror[.]/
  return text.split('\n').flatMap((line, at) => {
    const found = privateTexts.find((word) => line.includes(word)) ?? pattern.exec(line)?.[0]
    return found === undefined ? [] : [`${file}:${at + 1}: ${found}`]
  })
}

/** The lock file must list packages with hashes but no download URLs, and include those of every platform. */
export function lockFile() {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8')
  const addresses = lock.match(/"resolved": "[a-z+]*:[^"]*"/g) ?? []
  const missing = Object.keys(missingEntries(JSON.parse(lock).packages)).map(
    (location) => `${location}: run npm run lock:complete`,
  )
  return [...addresses, ...missing].slice(0, 5).map((fault) => `package-lock.json: ${fault}`)
}

function registryHost() {
  const address = process.env['npm_config_registry'] ?? output('npm', 'config', 'get', 'registry')
  return URL.canParse(address) ? new URL(address).host : ''
}

/** @param {string} command @param {...string} args */
function output(command, ...args) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
}
