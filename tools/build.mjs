// @ts-check
// Bundles the server to server/dist and the console to console/dist, and refuses to when a browser would load too much.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bundleServer, threads } from './bundle-server.mjs'
import { beginBuild } from './freshness.mjs'
import { root } from './root.mjs'

const compress = promisify(brotliCompress)
const started = performance.now()
const dayMs = 86_400_000
/** Where a day's work begins, and how many bytes may be loaded until its rows are there, compressed. */
const firstLists = ['/merchants', '/payout']
const limits = { js: 159 * 1024, css: 15 * 1024 }
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

/** The server, and what it runs on threads of their own. */
async function buildServer() {
  await Promise.all(['main.ts', ...threads].map(buildScript))
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
  await vite('build', '--outDir', staging, '--emptyOutDir', '--logLevel', 'warn')
  const sizes = await precompress(staging)
  const loaded = firstLists.map((address) => {
    const files = filesOf(address, staging)
    const js = sizeOf('js', files, sizes)
    const css = sizeOf('css', files, sizes)
    for (const [kind, size, limit] of /** @type {const} */ ([
      ['JavaScript', js, limits.js],
      ['style sheets', css, limits.css],
    ])) {
      if (size <= limit) continue
      throw new Error(`${address} loads ${kilobytes(size)} of ${kind} before its rows: at most ${kilobytes(limit)}`)
    }
    return `${address} ${kilobytes(js)} of JavaScript and ${kilobytes(css)} of style sheets`
  })
  const target = join(root, 'console/dist')
  keepRecentAssets(join(target, 'assets'), join(staging, 'assets'))
  rmSync(target, { recursive: true, force: true })
  renameSync(staging, target)
  console.log(`Console (brotli): ${loaded.join(', ')}, ${kilobytes(sizeOf('js', [...sizes.keys()], sizes))} in all`)
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
 * Every script and style sheet that a browser loads until the page at this address shows: what every page names, and what
 * the build has written down for this one.
 * @param {string} address
 * @param {string} folder
 */
function filesOf(address, folder) {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const always = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1] ?? '')
  /** @type {Record<string, { scripts: string[], styles: string[] }>} */
  const pages = JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8'))
  const own = pages[address]
  if (!own) throw new Error(`The build has no page at ${address}`)
  return [...always, ...own.scripts, ...own.styles]
}

/**
 * @param {'js' | 'css'} kind
 * @param {string[]} files
 * @param {Map<string, number>} sizes
 */
function sizeOf(kind, files, sizes) {
  return files.filter((file) => file.endsWith(`.${kind}`)).reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0)
}

/**
 * Leaves a `.br` beside every file that compresses well, for the server to send as it is.
 * @param {string} folder
 * @returns {Promise<Map<string, number>>} how many bytes of each are sent
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
        sizes.set(file, packed.length)
      }),
  )
  return sizes
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} KB`
}
