import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** The server that the development server hands everything but the console itself to. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstPaint()],
  server: { proxy: { '/api': server, '/config.json': server, '/outbox': server } },
  build: {
    target: 'es2023',
    sourcemap: false,
    // An icon inside a style sheet or script would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What must happen before the first schema is made stands in the chunk that every schema needs.
        codeSplitting: { groups: [{ name: 'schemas', test: /node_modules\/zod\/|browser-guards/ }] },
      },
    },
  },
})

/** Gives the script that runs before the first painting a name by its content; as it is no module, Vite leaves it alone. */
function firstPaint(): Plugin {
  const source = 'src/app/first-paint.js'
  const code = readFileSync(join(import.meta.dirname, source))
  const fileName = `assets/first-paint-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
  return {
    name: 'first-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    transformIndexHtml: (page) => page.replace(source, fileName),
  }
}
