import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readConsolePage } from './console-page.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kobo-console-page-'))
  const head = '<meta content="__CSP_NONCE__"><script src="/assets/page-start.js"></script>'
  writeFileSync(join(folder, 'index.html'), `<head>${head}</head><body></body>`)
  const pages = {
    '/things': { scripts: ['assets/things.js', 'assets/list.js'], styles: ['assets/list.css'] },
    '/things/$thingId': { scripts: ['assets/thing.js'], styles: [] },
  }
  writeFileSync(join(folder, 'pages.json'), JSON.stringify(pages))
})
afterEach(() => rmSync(folder, { recursive: true }))

function pageAt(path: string, config: object = {}) {
  return readConsolePage(folder)?.at(path, config, 'n0nce') ?? ''
}

it('preloads only the files of the requested page', () => {
  expect(pageAt('/things')).toContain(
    '<link rel="modulepreload" crossorigin href="/assets/things.js">' +
      '<link rel="modulepreload" crossorigin href="/assets/list.js">' +
      '<link rel="stylesheet" crossorigin href="/assets/list.css"></head>',
  )
  expect(pageAt('/things')).not.toContain('thing.js')
  expect(pageAt('/things/1%2F2')).toContain('<link rel="modulepreload" crossorigin href="/assets/thing.js"></head>')
  for (const path of ['/', '/things/1/more', '/thingsx', '/elsewhere']) expect(pageAt(path)).not.toContain('<link')
})

it('embeds the nonce, and the escaped configuration before the script that reads it', () => {
  const config = { hashKey: `</script><script>alert(1)</script>$&$'` }
  const page = pageAt('/elsewhere', config)
  const block = /<script type="application\/json" id="config">(.*?)<\/script>/.exec(page)?.[1] ?? ''
  expect(JSON.parse(block)).toEqual(config)
  expect(block).not.toContain('<')
  expect(page).toContain('content="n0nce"><script type="application/json"')
  expect(page.indexOf('id="config"')).toBeLessThan(page.indexOf('page-start.js'))
})

it('returns null before the console is built', () => {
  rmSync(join(folder, 'index.html'))
  expect(readConsolePage(folder)).toBeNull()
})
