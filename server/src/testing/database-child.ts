import pg from 'pg'
import { startEmbedded } from '../db/embedded.ts'

// Process that tests kill: opens the given data folder, inserts rows endlessly and prints each committed one.

try {
  const { url } = await startEmbedded({ dataDir: process.argv[2] ?? '' })
  console.log(`url ${url}`)
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  await client.query('create table if not exists kept (number int primary key)')
  for (let number = 1; ; number++) {
    await client.query('insert into kept values ($1)', [number])
    console.log(`committed ${number}`)
  }
} catch (error) {
  console.log(`refused ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
