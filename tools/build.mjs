// @ts-check
// Bundles the server to server/dist, the demo to demo/dist and the console to console/dist, and fails if the first pages exceed their size limits.
import './node-version.mjs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { bundleProduct } from './bundle-server.mjs'
import { beginBuild } from './freshness.mjs'
import { root } from './root.mjs'

const compress = promisify(brotliCompress)
const started = performance.now()
const dayMs = 86_400_000
/** First pages of a working day, and the compressed bytes they may load until their rows appear. */
const firstLists = ['/merchants', '/payout']
const limits = { js: 158 * 1024, css: 15 * 1024 }
// The served files stay complete until they are replaced.
const staging = join(root, 'node_modules/.cache', `console-${process.pid}`)

const finish = beginBuild(root)
try {
  await Promise.all([buildServer(), buildConsole()])
} finally {
  rmSync(staging, { recursive: true, force: true })
}
finish()
console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)

async function buildServer() {
  const { files } = await bundleProduct()
  for (const { path, contents } of files) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(`${path}.next`, contents)
    renameSync(`${path}.next`, path)
  }
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
 * Keeps recent files of earlier builds, which running servers and open pages still request.
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
 * Returns every script and style sheet that the page at this path loads: those of index.html, and those listed for it in
 * pages.json.
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
 * Writes a `.br` file next to every compressible file, for the server to send unchanged.
 * @param {string} folder
 * @returns {Promise<Map<string, number>>} bytes sent for each file
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
