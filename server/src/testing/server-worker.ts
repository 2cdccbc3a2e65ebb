import { join } from 'node:path'
import { Registry } from 'prom-client'
import { contract } from '@kobo/contract'
import { createApp } from '../app.ts'
import { areas } from '../areas.ts'
import { openDatabase } from '../db/database.ts'
import { startEngine } from '../engine/start-engine.ts'
import { workItemUpdates } from '../engine/work-items/after-write.ts'
import { listsOf } from '../http/lists.ts'
import { openFiles } from '../rails/files.ts'
import { openFolderStore } from '../rails/folder-store.ts'
import { openImageReencoder } from '../rails/images.ts'
import { fastRetryEngine, hastySettings as settings, startHastyJobs } from './fast-retry-engine.ts'

// Process that tests kill: a whole server, which prints its URL and runs until it is killed.

const [databaseUrl = '', servicesUrl = ''] = process.argv.slice(2)
const engine = await fastRetryEngine(databaseUrl, servicesUrl)
const store = openFolderStore(join(settings.dataDir, 'files'))
const files = openFiles({ store, seal: engine.seal, publicPath: '/api/files' })
// Uses a pool of its own, as a server does, so that requests waiting for a connection do not block background work.
const { db, state: databaseState } = openDatabase(databaseUrl, { max: 10, applicationName: 'killed server' })
const app = await createApp({
  ...engine,
  db,
  reads: null,
  databaseState,
  settings,
  files,
  images: openImageReencoder(),
  metrics: new Registry(),
  lists: listsOf(contract, areas),
  updateWorkItems: workItemUpdates((error) => {
    throw error
  }),
})
await startEngine(engine)
startHastyJobs(engine)
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
