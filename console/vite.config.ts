import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compiledAhead, firstFont, firstPaint, kitStyles, noJsonSchema, pageFiles } from './vite-plugins.ts'

/** What fields, lists, records and windows are made of; each brings along all that it needs and that not every page has. */
const shared = {
  fields: /src\/ui\/busy-button\.|@mantine\/hooks\/.*\/use-(callback-ref|merged-ref|uncontrolled|id)\./,
  columns:
    /src\/(columns\/(columns|account|copyable-code)|list\/define-list|record\/(panel|define-record)|people\/merchant-filter|kit\/(choice|naira)|ui\/format-day)\./,
  windows: /src\/ui\/(dialog|wide-dialog|side-panel)\./,
  record: /src\/record\//,
}

/** The server that the development server hands everything but the console itself to. */
const server = process.env['SERVER_URL'] ?? 'http://localhost:3000'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), firstPaint(), firstFont(), kitStyles(), noJsonSchema(), compiledAhead(), pageFiles()],
  server: { proxy: { '/api': server, '/config.json': server, '/outbox': server } },
  build: {
    target: 'es2023',
    sourcemap: false,
    // What every page needs is one file on purpose.
    chunkSizeWarningLimit: 600,
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
        // Few files, each whole: what every page needs, what is shared, and what is the first lists' own.
        codeSplitting: {
          groups: [
            { name: 'console', tags: ['$initial'], priority: 4 },
            { name: 'fields', test: shared.fields, priority: 3 },
            { name: 'columns', test: shared.columns, priority: 3 },
            // Of use to two lists, which need nothing else of records before their rows.
            { name: 'panel-navigation', test: /src\/record\/panel-navigation\./, priority: 2 },
            { name: 'windows', test: shared.windows, priority: 2 },
            { name: 'record', test: shared.record, priority: 1 },
            { name: 'merchants', test: /\/merchants-page\./ },
            { name: 'payouts', test: /\/payouts-page\./ },
            { name: 'wallets', test: /\/wallets-page\./ },
          ],
        },
      },
    },
  },
})
