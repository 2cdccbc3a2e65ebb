import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  className,
  compiledAhead,
  firstFont,
  kitStyles,
  noButtonLoader,
  noJsonSchema,
  pageFiles,
  pageStart,
} from './vite-plugins.ts'

/** Chunks shared by fields, lists, records and windows. Each includes all of its dependencies that not every page needs. */
const shared = {
  fields: /src\/ui\/busy-button\.|@mantine\/hooks\/.*\/use-(callback-ref|merged-ref|uncontrolled|id)\./,
  columns:
    /src\/(columns\/(columns|account|copyable-code|status-filter)|list\/define-list|record\/(panel|define-record)|people\/merchant-filter|kit\/(choice|naira|personal))\./,
  windows: /src\/ui\/(dialog|side-panel)\./,
  record: /src\/record\//,
}

/** Backend to which the dev server proxies everything except the console itself. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    pageStart(),
    firstFont(),
    kitStyles(),
    noButtonLoader(),
    noJsonSchema(),
    compiledAhead(),
    pageFiles(),
  ],
  server: { proxy: { '/api': server, '/config.json': server, '/outbox': server } },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2023',
    sourcemap: false,
    // The code that every page needs is one file on purpose.
    chunkSizeWarningLimit: 600,
    // Inlined icons would require `data:` in the page's Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Browsers cache the failure of a preloaded script, which would make a retry fail as well.
      resolveDependencies: (_file, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => file.endsWith('.css')),
    },
    rolldownOptions: {
      output: {
        // Names that hundreds of imports repeat, and which do not compress: shorter ones are enough to tell builds apart.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        // Few files, each complete: code of every page, shared code, and code of the first lists.
        codeSplitting: {
          groups: [
            { name: 'console', tags: ['$initial'], priority: 4 },
            { name: 'fields', test: shared.fields, priority: 3 },
            { name: 'columns', test: shared.columns, priority: 3 },
            { name: 'windows', test: shared.windows, priority: 2 },
            { name: 'record', test: shared.record, priority: 1 },
            { name: 'merchants', test: /\/merchants-area\./ },
            { name: 'payouts', test: /\/payouts-area\./ },
            { name: 'wallets', test: /\/wallets-area\./ },
          ],
        },
      },
    },
  },
})
