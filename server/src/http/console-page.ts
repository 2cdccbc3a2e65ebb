import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Addresses as the console's router writes them, and the files that the page at each is made of. */
const pages = z.record(z.string(), z.object({ scripts: z.array(z.string()), styles: z.array(z.string()) }))

export interface ConsolePage {
  /** As it was built, the same for every address. */
  built: string
  /** As it is handed out for this path: its configuration in it, the files that it needs named ahead. */
  at: (path: string, config: object, nonce: string) => string
}

/** The console's page from the folder that it was built to, if it was. */
export function readConsolePage(folder: string): ConsolePage | null {
  if (!existsSync(join(folder, 'index.html'))) return null
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = Object.entries(pages.parse(JSON.parse(readFileSync(join(folder, 'pages.json'), 'utf8')))).map(
    ([address, { scripts, styles }]) => ({
      // `$merchantId` stands for any one segment.
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
      return built.replaceAll('__CSP_NONCE__', nonce).replace('</head>', () => `${dataBlock(config)}${links}</head>`)
    },
  }
}

/** Data and no script, so that the policy has nothing to allow; nothing in it can end the element. */
function dataBlock(config: object): string {
  return `<script type="application/json" id="config">${JSON.stringify(config).replaceAll('<', String.raw`\u003c`)}</script>`
}
