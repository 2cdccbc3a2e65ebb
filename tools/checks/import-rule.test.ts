import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { root } from '../root.mjs'
import { importFaults } from './import-rule.mjs'

/** Importing file, imported file, and the rule that this violates. */
const refused = [
  ['contract/src/a.ts', 'server/src/uuid.ts', 'contract'],
  ['contract/src/b.ts', 'react', 'contract-packages'],
  ['contract/src/c.ts', 'node:fs', 'contract-packages'],
  ['server/src/areas/wallets/a.ts', 'server/src/areas/merchants/merchants.ts', 'server-area-reads-of-another'],
  ['server/src/areas/wallets/e.ts', 'server/src/areas/notes/write-note.ts', 'server-notes'],
  ['server/src/areas/wallets/b.ts', 'demo/src/fill.ts', 'server-area'],
  ['server/src/areas/wallets/c.ts', 'console/src/ui/button.tsx', 'server-area'],
  ['server/src/areas/wallets/d.ts', 'server/src/app.ts', 'server-area'],
  ['server/src/ledger/a.ts', 'server/src/areas/merchants/approve.ts', 'server-below-areas'],
  ['server/src/rails/a.ts', 'server/src/areas/merchants/merchants.ts', 'server-below-areas'],
  ['server/src/engine/a.ts', 'server/src/areas/merchants/approve.ts', 'server-engine'],
  ['server/src/engine/b.ts', 'contract/src/merchants.ts', 'server-engine'],
  ['server/src/jobs/a.ts', 'server/src/ledger/post.ts', 'server-below-areas'],
  ['server/src/ledger/c.ts', 'server/src/engine/payout.ts', 'server-below-areas'],
  ['server/src/ledger/b.ts', 'server/src/jobs/queue.ts', 'server-below-areas'],
  ['server/src/http/a.ts', 'server/src/areas/merchants/approve.ts', 'server-http'],
  ['server/src/http/b.ts', 'contract/src/merchants.ts', 'server-http'],
  ['server/src/signed-api/a.ts', 'server/src/areas/merchants/approve.ts', 'server-signed'],
  ['server/src/signed-api/b.ts', 'contract/src/merchants.ts', 'server-signed'],
  ['server/src/hosted-checkout/a.ts', 'server/src/areas/merchants/approve.ts', 'server-pay'],
  ['server/src/hosted-checkout/b.ts', 'demo/src/fill.ts', 'server-pay'],
  ['server/src/hosted-checkout/c.ts', 'contract/src/merchants.ts', 'server-pay'],
  ['server/src/db/a.ts', 'server/src/areas/merchants/approve.ts', 'server-db'],
  ['server/src/db/b.ts', 'server/src/ledger/post.ts', 'server-db'],
  ['server/src/server.ts', 'demo/src/fill.ts', 'server-without-demo'],
  ['server/src/load-demo.ts', 'demo/src/fill.ts', 'demo-on-demand'],
  ['server/src/main.ts', 'console/src/paths.ts', 'server'],
  ['demo/src/a.ts', 'console/src/paths.ts', 'demo'],
  ['demo/src/b.ts', 'server/src/testing/start-app.ts', 'product-without-testing'],
  ['demo/src/c.test.ts', 'console/src/paths.ts', 'demo'],
  ['console/src/features/wallets/a.tsx', 'console/src/app/routes.tsx', 'console-feature'],
  ['console/src/features/wallets/b.tsx', 'console/src/features/merchants/merchant-list.tsx', 'console-feature'],
  ['console/src/features/wallets/c.tsx', 'server/src/uuid.ts', 'console-feature'],
  ['console/src/features/wallets/d.tsx', 'node:fs', 'console-without-node'],
  ['console/src/features/wallets/e.tsx', 'contract/src/index.ts', 'console-without-contract-index'],
  ['console/src/money/a.tsx', 'console/src/features/merchants/merchant-list.tsx', 'console-pieces'],
  ['console/src/people/b.tsx', 'console/src/list/list.tsx', 'console-pieces'],
  ['console/src/status/c.tsx', 'console/src/record/record.tsx', 'console-pieces'],
  ['console/src/columns/a.tsx', 'console/src/features/merchants/merchant-list.tsx', 'console-wholes'],
  ['console/src/record/b.tsx', 'console/src/app/routes.tsx', 'console-wholes'],
  ['console/src/list/c.tsx', 'console/src/record/record.tsx', 'console-list'],
  ['console/src/list/a.tsx', 'console/src/features/merchants/merchant-list.tsx', 'console-list'],
  ['console/src/list/b.tsx', 'contract/src/merchants.ts', 'console-list'],
  ['console/src/forms/a.tsx', 'console/src/features/merchants/merchant-list.tsx', 'console-forms'],
  ['console/src/forms/b.tsx', 'contract/src/index.ts', 'console-forms'],
  ['console/src/api/a.ts', 'console/src/features/merchants/merchant-list.tsx', 'console-api-and-paths'],
  ['console/src/api/b.ts', 'console/src/list/list.tsx', 'console-api-and-paths'],
  ['console/src/api/c.ts', 'console/src/ui/button.tsx', 'console-api-and-paths'],
  ['console/src/paths-of-wallets.ts', 'console/src/ui/button.tsx', 'console-api-and-paths'],
  ['console/src/ui/a.tsx', 'contract/src/kit/call.ts', 'console-ui'],
  ['console/src/ui/b.tsx', 'console/src/api/send.ts', 'console-ui'],
  ['console/src/app/a.tsx', 'server/src/uuid.ts', 'console'],
  ['console/src/app/b.tsx', 'demo/src/fill.ts', 'console'],
  ['console/src/app/c.test.tsx', 'demo/src/fill.ts', 'console'],
  ['server/src/http/c.test.ts', 'console/src/paths.ts', 'server'],
  ['console/src/api/d.test.ts', 'server/src/uuid.ts', 'console'],
  ['e2e/a.ts', 'console/src/paths.ts', 'outside'],
  ['e2e/b.ts', 'server/src/uuid.ts', 'outside'],
  ['e2e/c.ts', 'demo/src/fill.ts', 'outside'],
  ['bench/a.ts', 'server/src/uuid.ts', 'outside'],
  ['server/src/jobs/circle-a.ts', 'server/src/jobs/circle-b.ts', 'no-cycle'],
  ['console/src/ui/c.tsx', 'console/src/ui/missing.tsx', 'resolvable'],
] as const

const allowed = [
  ['contract/src/ok.ts', 'zod'],
  ['contract/src/ok-2.ts', 'contract/src/kit/call.ts'],
  ['server/src/areas/wallets/ok.ts', 'contract/src/merchants.ts'],
  ['server/src/areas/wallets/ok-2.ts', 'server/src/areas/merchants/approve.ts'],
  ['server/src/areas/wallets/ok-3.ts', 'server/src/ledger/post.ts'],
  ['server/src/areas/wallets/ok-4.test.ts', 'server/src/testing/start-app.ts'],
  ['server/src/rails/ok.ts', 'contract/src/kit/call.ts'],
  ['server/src/signed-api/ok.ts', 'server/src/engine/payout.ts'],
  ['server/src/hosted-checkout/ok.ts', 'server/src/engine/payout.ts'],
  ['server/src/http/ok.ts', 'server/src/jobs/queue.ts'],
  ['server/src/engine/ok.ts', 'server/src/ledger/post.ts'],
  ['server/src/engine/ok-2.ts', 'server/src/jobs/queue.ts'],
  ['server/src/engine/ok.test.ts', 'contract/src/index.ts'],
  ['server/src/http/ok.test.ts', 'server/src/areas/merchants/merchants.ts'],
  ['server/src/http/ok-2.test.ts', 'demo/src/fill.ts'],
  ['server/src/testing/ok.ts', 'demo/src/fill.ts'],
  ['demo/src/ok.ts', 'server/src/areas/merchants/approve.ts'],
  ['demo/src/ok-2.ts', 'contract/src/merchants.ts'],
  ['demo/src/ok-3.test.ts', 'server/src/testing/start-app.ts'],
  ['demo/src/testing/ok.ts', 'server/src/testing/start-app.ts'],
  ['console/src/features/wallets/ok.tsx', 'console/src/list/list.tsx'],
  ['console/src/features/wallets/ok-2.tsx', 'console/src/paths.ts'],
  ['console/src/features/wallets/ok-3.test.tsx', 'console/src/testing/render-console.tsx'],
  ['console/src/app/ok.tsx', 'console/src/features/merchants/merchant-list.tsx'],
  ['console/src/record/ok.tsx', 'console/src/list/list.tsx'],
  ['console/src/people/ok.tsx', 'contract/src/merchants.ts'],
  ['console/src/list/ok.tsx', 'console/src/ui/button.tsx'],
  ['console/src/api/ok.ts', 'contract/src/session.ts'],
  ['e2e/ok.ts', 'contract/src/merchants.ts'],
] as const

/** Imports between sibling folders that together close cycles, of two and of three folders. */
const folderCycles = [
  ['server/src/engine/bulk/loop-a.ts', 'server/src/engine/payouts/loop-b.ts'],
  ['server/src/engine/payouts/loop-c.ts', 'server/src/engine/cards/loop-d.ts'],
  ['server/src/engine/cards/loop-e.ts', 'server/src/engine/bulk/loop-f.ts'],
  ['server/src/areas/session/loop-a.ts', 'server/src/areas/team/loop-b.ts'],
  ['server/src/areas/team/loop-c.ts', 'server/src/areas/session/loop-d.ts'],
  ['console/src/features/wallets/page/loop-a.tsx', 'console/src/features/wallets/request/loop-b.tsx'],
  ['console/src/features/wallets/request/parts/loop-c.tsx', 'console/src/features/wallets/page/loop-d.tsx'],
] as const

/** Imports in both directions that are no folder cycle: a parent's own files compose its folders and hold what they share. */
const layers = [
  ['server/src/engine/legs.ts', 'server/src/engine/stores/layer-a.ts'],
  ['server/src/engine/stores/layer-b.ts', 'server/src/engine/shared.ts'],
  ['server/src/engine/stores/layer-c.ts', 'server/src/engine/webhooks/layer-d.ts'],
  ['console/src/features/disputes/list.tsx', 'console/src/features/disputes/page/layer-a.tsx'],
  ['console/src/features/disputes/page/layer-b.tsx', 'console/src/features/disputes/columns.tsx'],
] as const

/** Every form of import and export is checked. */
const spellings = [
  ['server/src/engine/type.ts', (to: string) => `import type { A } from '${to}'\nexport const b: A | null = null\n`],
  ['server/src/engine/again.ts', (to: string) => `export { a } from '${to}'\n`],
  ['server/src/engine/all.ts', (to: string) => `export * from '${to}'\n`],
  ['server/src/engine/late.ts', (to: string) => `export const late = () => import('${to}')\n`],
] as const

const packages = ['contract', 'server', 'demo']
/** Imports the modules planted in the server and the demo, so that none of them is unused. */
const everyModule = 'server/src/every-module.test.ts'
let folder = ''
let faults: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kobo-imports-'))
  const imports = [...refused, ...allowed, ...folderCycles, ...layers]
  for (const [, target] of imports) if (isOurs(target)) plant(target, 'export const a = 1\n')
  rmSync(join(folder, 'console/src/ui/missing.tsx'))
  for (const [file, target] of imports) plant(file, `import '${spelled(file, target)}'\n`)
  plant('server/src/jobs/circle-b.ts', "import './circle-a.ts'\n")
  for (const [file, source] of spellings) plant(file, source('../areas/merchants/approve.ts'))
  plant('server/src/unused.ts', 'process.stdout.write("never run")\n')
  const late = 'server/src/db-copy/late.ts'
  const planted = [...imports, ...spellings].map(([file]) => file).filter((file) => /^(server|demo)\//.test(file))
  plant(everyModule, [...planted, late].map((file) => `import '${spelled(everyModule, file)}'\n`).join(''))
  plant(late, "export const late = () => import('@kobo/demo/fill')\n")
  mkdirSync(join(folder, 'node_modules/@kobo'), { recursive: true })
  for (const name of packages) {
    const exports = { '.': './src/index.ts', './*': './src/*.ts' }
    plant(`${name}/package.json`, JSON.stringify({ name: `@kobo/${name}`, exports }))
    symlinkSync(`../../${name}`, join(folder, 'node_modules/@kobo', name))
  }
  for (const name of ['zod', 'react']) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  faults = await importFaults(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each(refused)('forbids %s to import %s', (file, _target, rule) => {
  expect(rulesBrokenBy(file)).toContain(rule)
})

it.each(allowed)('allows %s to import %s', (file) => {
  expect(rulesBrokenBy(file)).toEqual([])
})

it.each(folderCycles)('rejects %s importing %s, which closes a cycle of folders', (file) => {
  expect(rulesBrokenBy(file)).toEqual(['no-folder-cycle'])
})

it.each(layers)('allows %s importing %s within its parent folder', (file) => {
  expect(rulesBrokenBy(file)).toEqual([])
})

it.each(spellings)('detects the import of %s', (file) => {
  expect(rulesBrokenBy(file)).toEqual(['server-engine'])
})

it('detects an import of the demo on demand outside its loader', () => {
  expect(rulesBrokenBy('server/src/db-copy/late.ts')).toEqual(['server-without-demo'])
})

it('detects a module that nothing imports', () => {
  expect(rulesBrokenBy('server/src/unused.ts')).toEqual(['unused-module'])
})

it('fails when it finds no module', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'kobo-imports-'))
  mkdirSync(join(empty, 'contract'))
  const found = await importFaults(empty)
  rmSync(empty, { recursive: true })
  expect(found).toEqual(['The import check found no module'])
})

function rulesBrokenBy(file: string): (string | undefined)[] {
  return faults.filter((fault) => fault.startsWith(`${file} -> `)).map((fault) => fault.match(/\(([\w-]+)\)$/)?.[1])
}

function isOurs(target: string): boolean {
  return /^(contract|server|demo|console|e2e|bench)\//.test(target)
}

/** Another workspace is imported by its package name, if it has one; all other modules of ours by path. */
function spelled(file: string, target: string): string {
  if (!isOurs(target)) return target
  const [, name = '', module = ''] = /^(\w+)\/src\/(.*)\.ts$/.exec(target) ?? []
  if (packages.includes(name) && !file.startsWith(`${name}/`)) {
    return module === 'index' ? `@kobo/${name}` : `@kobo/${name}/${module}`
  }
  return `${'../'.repeat(file.split('/').length - 1)}${target}`
}

function plant(file: string, text: string) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}
