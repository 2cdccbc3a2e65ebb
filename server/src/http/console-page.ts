import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Paths in the console router's notation, each with the scripts and styles of its page. */
const pages = z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }))

export interface ConsolePage {
  /** HTML as built, the same for every path. */
  built: string
  /** HTML as served for a path, with its configuration and links that preload its files. */
  at: (path: string, config: object, nonce: string) => string
}

/** Reads the console's page from its build folder; null if it has not been built. */
export function readConsolePage(folder: string): ConsolePage | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = Object.entries(pages.parse(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')))).map(
    ([address, { scripts, styles }]) => ({
      // `$merchantId` matches any one segment.
      pattern: new RegExp(`^${address.replaceAll(/\$\w+/g, '[^/]+')}/?$`),
      links: [
        ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
        ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ].join(''),
    }),
  )
  return {
    built,
    at(path, config, nonce) {
      const links = named.find(({ pattern }) => pattern.test(path))?.links ?? ''
      // The configuration precedes every script, the first of which reads it.
      const configured = built
        .replaceAll('__CSP_NONCE__', nonce)
        .replace('<script', () => `${dataBlock(config)}<script`)
      return configured.replace('</head>', () => `${links}</head>`)
    },
  }
}

/** Data instead of a script, so that the CSP has nothing to allow; `<` is escaped, so that no value can close the element. */
function dataBlock(config: object): string {
  return `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', String.raw`\u003c`)}</script>`
}
