// @ts-check
// Bundles scripts of the server with our own sources; installed packages are loaded at run time.
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { root } from './root.mjs'

/** Scripts that the server runs as threads or child processes and expects next to its own file. */
export const threads = [
  'areas/statements/statement-thread.ts',
  'areas/downloads/download-thread.ts',
  'rails/image-process.ts',
]

/**
 * Bundles the server, its threads and the demo, if this copy has one, in memory. The demo is a file of its own that only a
 * server with the demo loads; modules of both are in `shared.js`, so that none is loaded twice.
 */
export async function bundleProduct() {
  const programs = [
    { in: 'server/src/main.ts', out: 'server/dist/main' },
    { in: 'demo/src/demo.ts', out: 'demo/dist/demo' },
  ]
  const options = /** @type {const} */ ({
    absWorkingDir: root,
    outdir: root,
    sourcemap: 'inline',
    sourcesContent: false,
    metafile: true,
    write: false,
  })
  const bundles = await Promise.all([
    bundleServer({
      ...options,
      entryPoints: programs.filter((program) => existsSync(join(root, program.in))),
      chunkNames: 'server/dist/shared',
      splitting: true,
    }),
    ...threads.map((thread) => {
      const out = `server/dist/${basename(thread, '.ts')}`
      return bundleServer({ ...options, entryPoints: [{ in: `server/src/${thread}`, out }] })
    }),
  ])
  /** @type {import('esbuild').Metafile['outputs']} What each file consists of, by its path below the root. */
  const outputs = Object.assign({}, ...bundles.map(({ metafile }) => metafile?.outputs))
  return { files: bundles.flatMap(({ outputFiles = [] }) => outputFiles), outputs }
}

/** @param {import('esbuild').BuildOptions} options entry points and outputs */
export async function bundleServer(options) {
  return await bundle({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [{ name: 'packages-stay-outside', setup: externalizePackages }],
    ...options,
  })
}

/** Excludes all packages except our own. @param {import('esbuild').PluginBuild} build */
function externalizePackages(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@kobo/') ? undefined : { path, external: true },
  )
}
