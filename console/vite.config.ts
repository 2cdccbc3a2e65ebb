import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Plugin } from 'vite'

/** With all that they need themselves, unless it is every page's. */
const ofEveryList =
  /console\/src\/(list\/(list-page|define-list|use-address-key)|status\/status-tag|money\/naira|ui\/(code|dates|copy-button))\./

/** The server that the development server hands everything but the console itself to. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstPaint(), kitStyles(), noJsonSchema()],
  server: { proxy: { '/api': server, '/config.json': server, '/outbox': server } },
  build: {
    target: 'es2023',
    sourcemap: false,
    // An icon inside a style sheet or script would need `data:` in the page's policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Browsers keep the failure of a script that was named ahead, and then no second try can have it.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // Few files, each whole: what every page needs, what every list needs, and what is a page's own.
        codeSplitting: {
          groups: [
            { name: 'console', tags: ['$initial'], priority: 2 },
            { name: 'list', test: ofEveryList, priority: 1 },
          ],
        },
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

/** Lets each component of the UI kit bring its own style sheet, so that a page loads those of its own components. */
function kitStyles(): Plugin {
  const folder = join(import.meta.dirname, '../node_modules/@mantine/core/styles')
  return {
    name: 'kit-styles',
    apply: 'build',
    load(id) {
      if (!id.endsWith('@mantine/core/styles.layer.css')) return null
      return ['baseline', 'default-css-variables', 'global']
        .map((name) => readFileSync(join(folder, `${name}.layer.css`), 'utf8'))
        .join('\n')
    },
    transform(code, id) {
      const name = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]
      if (name === undefined) return null
      return { code: `import '@mantine/core/styles/${name}.layer.css'\n${code}`, map: null, moduleSideEffects: true }
    },
  }
}

/** Leaves out how zod describes a schema as JSON Schema, which every schema carries along and the console never asks for. */
function noJsonSchema(): Plugin {
  return {
    name: 'no-json-schema',
    apply: 'build',
    transform(code, id) {
      if (!/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/.test(id)) return null
      const names = [...code.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name]) => name)
      return { code: names.map((name) => `export const ${name} = () => undefined`).join('\n'), map: null }
    },
  }
}
