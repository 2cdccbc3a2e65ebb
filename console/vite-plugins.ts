import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import type { Plugin, Rolldown } from 'vite'

/** Bundles the script that runs before the first paint, for the page to load before every other script. */
export function pageStart(): Plugin {
  const entry = join(import.meta.dirname, 'src/app/page-start.ts')
  let tag = ''
  return {
    name: 'page-start',
    async buildStart() {
      const options = { bundle: true, minify: true, write: false, format: 'esm', target: 'es2023' } as const
      // Hashes for browsers without their own, where the script does nothing.
      const { outputFiles } = await build({ ...options, entryPoints: [entry], external: ['./fallback-hashes.ts'] })
      // In a function of its own, so that it declares nothing global.
      const source = `(()=>{${outputFiles.map(({ text }) => text).join('')}})()`
      if (this.environment.mode === 'dev') {
        tag = `<script>${source}</script>`
        return
      }
      const fileName = `assets/page-start-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source })
      tag = `<script src="/${fileName}" vite-ignore></script>`
    },
    transformIndexHtml: (page) => page.replace('<title>', () => `${tag}\n    <title>`),
  }
}

/** Preloads the main font: text drawn in a fallback font first is laid out twice. */
export function firstFont(): Plugin {
  return {
    name: 'first-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_page, { bundle = {} }) {
        const font = Object.keys(bundle).find((name) => /inter-latin-wght-normal-.*\.woff2$/.test(name))
        if (!font) throw new Error('There is no font')
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}

/** Makes each Mantine component import its own style sheet, so that a page loads only those of its components. */
export function kitStyles(): Plugin {
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

/** Each style sheet's path by its name. */
const styleSheets = new Map<string, string>()

/** Names a class after its style sheet, because names with the default hash and line number compress worse. */
export function className(name: string, path: string): string {
  const sheet = basename(path, '.module.css')
  const other = styleSheets.get(sheet) ?? path
  if (other !== path) throw new Error(`${path} and ${other} must have different names`)
  styleSheets.set(sheet, path)
  return `${sheet}_${name}`
}

/** Removes zod's JSON Schema generation, which every schema includes and the console never uses. */
export function noJsonSchema(): Plugin {
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

const busyControl = /<(?:Button|ActionIcon)\b(?:=>|<Icon\w+|\/>|[^<>])*?\sloading\b/

/** Removes the loader from buttons, whose animation every page would load, and rejects buttons that show it. */
export function noButtonLoader(): Plugin {
  return {
    name: 'no-button-loader',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.endsWith('.tsx') && busyControl.test(code)) this.error('Buttons have no loader: use a BusyButton')
      if (!/@mantine\/core\/esm\/components\/(Button|ActionIcon)\/\1\.mjs$/.test(id)) return null
      const withoutLoader = code
        .replace(/^import \{ (Transition|Loader) \} .*$/gm, '')
        .replace('typeof loading === "boolean" && ', 'false && ')
      if (withoutLoader.includes('typeof loading')) this.error(`${id} still has its loader`)
      return { code: withoutLoader, map: null }
    },
  }
}

/**
 * Makes browsers compile the entry chunk eagerly, in parallel with the page, because most of its functions are called on load.
 * See https://v8.dev/blog/explicit-compile-hints
 */
export function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    // The hint is effective on the first line only.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && file.isEntry) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
        }
      },
    },
  }
}

/**
 * Writes `pages.json`, the files of each route beyond those of every page, so that the server can preload them. Keys are the
 * router's path patterns.
 */
export function pageFiles(): Plugin {
  const folder = join(import.meta.dirname, 'src/app')
  return {
    name: 'page-files',
    apply: 'build',
    // Runs after style sheets have their final names.
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
        const entry = chunks.find((chunk) => chunk.isEntry)
        if (!entry) this.error('There is no entry')
        const always = withImports([entry], bundle)
        const sources = ['areas.ts', 'routes.tsx'].map((name) => readFileSync(join(folder, name), 'utf8')).join('\n')
        // A quoted path, and the next import of a file.
        const declared = [...sources.matchAll(/'(\/[^']*)'[^/]*?import\('(\.[^']+)'\)/g)]
        const files = sources.match(/\bimport\('\./g) ?? []
        if (declared.length === 0 || declared.length !== files.length) {
          this.error(`${declared.length} paths were found for ${files.length} pages in ${folder}`)
        }
        const pages = declared.map(([, address = '', source = '']) => {
          const file = join(folder, source)
          const chunk = chunks.find((one) => one.moduleIds.includes(file))
          if (!chunk) this.error(`The page at ${address} has no file`)
          const own = withImports([chunk], bundle).filter((one) => !always.includes(one))
          const styles = own.flatMap((one) => [...(one.viteMetadata?.importedCss ?? [])]).toReversed()
          return [address, { scripts: own.map((one) => one.fileName), styles }]
        })
        this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(pages)) })
      },
    },
  }
}

/** Returns the chunks and all chunks that they import statically. */
function withImports(chunks: Rolldown.OutputChunk[], bundle: Rolldown.OutputBundle): Rolldown.OutputChunk[] {
  const found = [...chunks]
  for (const chunk of found) {
    for (const name of chunk.imports) {
      const next = bundle[name]
      if (next?.type === 'chunk' && !found.includes(next)) found.push(next)
    }
  }
  return found
}
