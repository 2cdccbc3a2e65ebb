import { migrate } from './migrate.ts'
import { withDatabase } from './with-database.ts'

await withDatabase(async (url) => {
  const applied = await migrate(url, { log: console.log })
  if (applied.length === 0) console.log('The database is up to date.')
})
