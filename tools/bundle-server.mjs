// @ts-check
// Bundles scripts of the server: our own sources go in, everything installed is loaded at run time.
import { build as bundle } from 'esbuild'

/** What the server runs on threads of their own or as a process beside it, which it looks for beside what starts it. */
export const threads = [
  'areas/statements/statement-thread.ts',
  'areas/downloads/download-thread.ts',
  'rails/picture-process.ts',
]

/** @param {import('esbuild').BuildOptions} options which scripts, and where to */
export async function bundleServer(options) {
  await bundle({
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins: [{ name: 'packages-stay-outside', setup: leavePackagesOutside }],
    ...options,
  })
}

/** Of all packages only our own contract goes into the bundle.
 * @param {import('esbuild').PluginBuild} build */
function leavePackagesOutside(build) {
  build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
    kind === 'entry-point' || path.startsWith('@kobo/') ? undefined : { path, external: true },
  )
}
