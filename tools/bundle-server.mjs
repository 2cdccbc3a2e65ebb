// @ts-check
// Bundles scripts of the server with our own sources; installed packages are loaded at run time.
import { build as bundle } from 'esbuild'

/** Scripts that the server runs as threads or child processes and expects next to its own file. */
export const threads = [
  'areas/statements/statement-thread.ts',
  'areas/downloads/download-thread.ts',
  'rails/image-process.ts',
]

/** @param {import('esbuild').BuildOptions} options entry points and outputs */
export async function bundleServer(options) {
  await bundle({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [{ name: 'packages-stay-outside', setup: externalizePackages }],
    ...options,
  })
}

/** Excludes all packages except our own contract. @param {import('esbuild').PluginBuild} build */
function externalizePackages(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@kobo/') ? undefined : { path, external: true },
  )
}
