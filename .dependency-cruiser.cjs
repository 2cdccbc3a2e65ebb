// The import rule of ARCHITECTURE.md. `may` lists what of ours a room may import besides itself;
// `$1` is what the first group of `from` matched, so that one line holds for every area and every feature.
// Tests are free within their own side of the house: they start the whole of it.

const foundations = '^server/src/(db/|settings|seal|uuid|domain-error|server-folder|startup-error|tracing)'

/** What several features show of the domain, each kind in a room of its own. */
const pieces = 'charts|documents|money|people|status'
/** What stands in lists and holds lists. */
const wholes = 'columns|record|transaction'

const rooms = [
  { name: 'contract', from: '^contract/src/', may: ['^contract/src/'] },
  {
    name: 'server-area',
    from: '^server/src/areas/([^/]+)/',
    may: [
      '^contract/src/',
      '^server/src/(http|db|ledger|engine|rails|jobs)/',
      foundations,
      '^server/src/areas/$1/',
      // Of another area its verbs, never its reads: those stand in the file that has the area's own name (see below).
      '^server/src/areas/',
    ],
  },
  { name: 'server-db', from: '^server/src/db/', may: ['^contract/src/kit/', foundations] },
  {
    name: 'server-below-areas',
    from: '^server/src/(ledger|rails|jobs)/',
    may: ['^contract/src/kit/', foundations, '^server/src/$1/'],
  },
  {
    // Here the outside world and the ledger meet.
    name: 'server-engine',
    from: '^server/src/engine/',
    may: ['^contract/src/kit/', foundations, '^server/src/(engine|jobs|ledger|rails)/'],
  },
  {
    // It hands files, rails and jobs on to the handlers, says the ledger's refusals, and keeps the sessions, whose shape
    // is the contract's.
    name: 'server-http',
    from: '^server/src/http/',
    may: ['^contract/src/(kit/|session)', foundations, '^server/src/(http|ledger|rails|jobs)/'],
  },
  {
    // Calls that are signed by other machines and are no part of the contract.
    name: 'server-signed',
    from: '^server/src/signed-api/',
    may: ['^contract/src/kit/', foundations, '^server/src/(signed-api|http|ledger|engine|rails|jobs)/'],
  },
  {
    // Public pages for payers, who are no part of the console.
    name: 'server-pay',
    from: '^server/src/hosted-checkout/',
    may: ['^contract/src/kit/', foundations, '^server/src/(hosted-checkout|http|db|engine|rails)/'],
  },
  // Of the demo only what `server-without-demo` leaves.
  { name: 'server', from: '^server/', may: ['^contract/src/', '^server/', '^demo/src/'] },
  { name: 'demo', from: '^demo/', may: ['^contract/src/', '^server/src/', '^demo/'] },
  {
    name: 'console-feature',
    from: '^console/src/features/([^/]+)/',
    may: [
      '^contract/src/',
      `^console/src/(${pieces}|${wholes}|list|forms|api|ui)/`,
      '^console/src/paths',
      '^console/src/features/$1/',
    ],
  },
  {
    name: 'console-pieces',
    from: `^console/src/(${pieces})/`,
    may: ['^contract/src/', `^console/src/(${pieces}|forms|api|ui)/`, '^console/src/paths'],
  },
  {
    name: 'console-wholes',
    from: `^console/src/(${wholes})/`,
    may: ['^contract/src/', `^console/src/(${pieces}|${wholes}|list|forms|api|ui)/`, '^console/src/paths'],
  },
  {
    // Files of rows and saved views are what every list has.
    name: 'console-list',
    from: '^console/src/list/',
    may: ['^contract/src/(kit/|downloads|views)', '^console/src/(api|ui|list)/'],
  },
  {
    name: 'console-forms',
    from: '^console/src/forms/',
    may: ['^contract/src/kit/', '^console/src/(api|ui|forms)/'],
  },
  {
    // The session is the one area that the API layer itself speaks to; what a write says is shown by the toasts.
    name: 'console-api-and-paths',
    from: '^console/src/(api/|paths)',
    may: ['^contract/src/(kit/|session)', '^console/src/(api/|paths)', '^console/src/ui/toast'],
  },
  { name: 'console-ui', from: '^console/src/ui/', may: ['^console/src/ui/'] },
  { name: 'console', from: '^console/', may: ['^contract/src/', '^console/'] },
  { name: 'outside', from: '^(e2e|bench)/', may: ['^contract/src/', '^$1/', '^tools/'] },
]

const sides = ['contract', 'server', 'demo', 'console', 'outside']
const ours = '^(contract|server|demo|console|e2e|bench|tools)/'
const tests = '\\.(test|drill)\\.tsx?$'
const testing = '^(server|demo|console)/src/testing/'
/** Files that are run, not imported: programs, commands, threads, and processes of tests. */
const programs =
  '^(server|demo)/src/(main|([\\w-]+/)*[\\w-]+-(command|thread)|rails/image-process|testing/([\\w-]+-(worker|child)|database-cluster))\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rooms.map(({ name, from, may }) => ({
      name,
      severity: 'error',
      from: sides.includes(name) ? { path: from } : { path: from, pathNot: tests },
      to: { path: ours, pathNot: may },
    })),
    {
      name: 'server-area-reads-of-another',
      severity: 'error',
      from: { path: '^server/src/areas/([^/]+)/', pathNot: tests },
      to: { path: '^server/src/areas/([^/]+)/\\1\\.ts$', pathNot: '^server/src/areas/$1/' },
    },
    {
      name: 'server-notes',
      comment: 'Merchants never see notes: what sends them anything cannot reach the notes.',
      severity: 'error',
      from: {
        path: ours,
        pathNot: [tests, testing, '^server/src/areas/notes/', '^server/src/areas\\.ts$', '^demo/src/notes\\.ts$'],
      },
      // Ids alone, without a text.
      to: { path: '^server/src/areas/notes/', pathNot: '^server/src/areas/notes/mentioned-staff\\.ts$' },
    },
    {
      name: 'server-without-demo',
      comment: 'A server loads the demo in one place and on demand, and without a demo needs none of its files.',
      severity: 'error',
      from: { path: '^server/', pathNot: [tests, testing, '^server/src/load-demo\\.ts$'] },
      to: { path: '^demo/' },
    },
    {
      name: 'demo-on-demand',
      severity: 'error',
      from: { path: '^server/src/load-demo\\.ts$' },
      to: { path: '^demo/', dynamic: false },
    },
    {
      name: 'contract-packages',
      comment: 'The contract runs in the browser and on the server alike: zod is all it needs.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: tests },
      to: { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'console-without-contract-index',
      comment: 'An area of the contract is loaded with the pages that use it; the index would load all of them.',
      severity: 'error',
      from: { path: '^console/src/', pathNot: [tests, testing] },
      to: { path: '^contract/src/index\\.ts$' },
    },
    {
      name: 'console-without-node',
      severity: 'error',
      from: { path: '^console/src/', pathNot: [tests, testing] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'product-without-testing',
      severity: 'error',
      from: { path: ours, pathNot: [tests, testing] },
      to: { path: [testing, tests] },
    },
    {
      name: 'unused-module',
      comment: 'For knip every module of a package with a wildcard in its exports is used.',
      severity: 'error',
      module: { path: '^(server|demo)/src/', pathNot: [tests, programs], numberOfDependentsLessThan: 1 },
      from: {},
    },
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // The bench's react-admin has packages of its own, which are no part of the product.
    exclude: { path: ['/dist/', '^bench/react-admin/'] },
    // Types count: a feature that knows another feature's type depends on it.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'module', 'browser', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css', '.json'],
    },
  },
}
