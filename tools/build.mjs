// @ts-check
// Bundles the server to server/dist and the console to console/dist, and says how much JavaScript a browser will load.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bundleServer } from './bundle-server.mjs'
import { beginBuild } from './freshness.mjs'
import { root } from './root.mjs'

const compress = promisify(brotliCompress)
const started = performance.now()
const dayMs = 86_400_000
/** How many bytes of JavaScript the first list may load. */
const firstListLimit = 200 * 1024
// What is served stays whole while it is replaced.
const staging = join(root, 'node_modules/.cache', `console-${process.pid}`)

const finish = beginBuild(root)
try {
  await Promise.all([buildServer(), buildConsole()])
} finally {
  rmSync(staging, { recursive: true, force: true })
}
finish()
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

/** The server, and what it runs on a thread of its own. */
async function buildServer() {
  await Promise.all([buildScript('main.ts'), buildScript('areas/statements/statement-thread.ts')])
}

/** @param {string} entry */
async function buildScript(entry) {
  const outfile = join(root, 'server/dist', basename(entry).replace(/ts$/, 'js'))
  await bundleServer({
    entryPoints: [join(root, 'server/src', entry)],
    outfile: `${outfile}.next`,
    sourcemap: 'inline',
    sourcesContent: false,
  })
  renameSync(`${outfile}.next`, outfile)
}

async function buildConsole() {
  await vite('build', '--outDir', staging, '--emptyOutDir', '--manifest', 'manifest.json', '--logLevel', 'warn')
  const first = filesOfFirstList(staging)
  const sizes = await precompress(staging)
  const script = { first: sum(first.map((file) => sizes.get(file) ?? 0)), inAll: sum([...sizes.values()]) }
  if (script.first > firstListLimit) {
    throw new Error(
      `The first list loads ${kilobytes(script.first)} of JavaScript: at most ${kilobytes(firstListLimit)}`,
    )
  }
  const target = join(root, 'console/dist')
  keepRecentAssets(join(target, 'assets'), join(staging, 'assets'))
  rmSync(target, { recursive: true, force: true })
  renameSync(staging, target)
  console.log(
    `Console: ${kilobytes(script.first)} of JavaScript for the first list, ${kilobytes(script.inAll)} in all (brotli)`,
  )
}

/**
 * A server that is running, and pages that are open, ask for the files of the build before this one.
 * @param {string} from
 * @param {string} to
 */
function keepRecentAssets(from, to) {
  if (!existsSync(from)) return
  for (const file of readdirSync(from)) {
    if (existsSync(join(to, file)) || Date.now() - statSync(join(from, file)).mtimeMs > dayMs) continue
    renameSync(join(from, file), join(to, file))
  }
}

/** @param {...string} args */
async function vite(...args) {
  const child = spawn(process.execPath, [join(root, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: join(root, 'console'),
    stdio: 'inherit',
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error('The console could not be built')
}

/**
 * Every script that a browser loads until the merchants show: what the page names, the list's own chunk, and whatever
 * these import. The manifest that tells it is not handed out.
 * @param {string} folder
 */
function filesOfFirstList(folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = new Set([...page.matchAll(/src="\/([^"]+\.js)"/g)].map((match) => match[1] ?? ''))
  /** @type {Record<string, { file: string, imports?: string[] }>} */
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  rmSync(join(folder, 'manifest.json'))
  const waiting = ['index.html', 'src/features/merchants/merchants-page.tsx']
  for (const name of waiting) {
    const chunk = manifest[name]
    if (!chunk) throw new Error(`The build has no ${name}`)
    files.add(chunk.file)
    waiting.push(...(chunk.imports ?? []).filter((next) => !waiting.includes(next)))
  }
  return [...files]
}

/**
 * Leaves a `.br` beside every file that compresses well, for the server to send as it is.
 * @param {string} folder
 * @returns {Promise<Map<string, number>>} how many bytes of each script are sent
 */
async function precompress(folder) {
  const sizes = new Map()
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  await Promise.all(
    files
      .filter((file) => /\.(js|css|html|svg|json)$/.test(file))
      .map(async (file) => {
        const packed = await compress(readFileSync(join(folder, file)), {
          params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
        })
        writeFileSync(join(folder, `${file}.br`), packed)
        if (file.endsWith('.js')) sizes.set(file, packed.length)
      }),
  )
  return sizes
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`
}
