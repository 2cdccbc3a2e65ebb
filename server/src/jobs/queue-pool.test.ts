import { afterEach, expect, it } from 'vitest'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { openQueuePool, type QueuePool } from './queue-pool.ts'

let database: TestDatabase
let queue: QueuePool
afterEach(async () => {
  await queue.pool.end()
  await database.close()
})

it('keeps the statement timeout for queries and lifts it for maintenance transactions', async () => {
  database = await aDatabase()
  await database.pool.query(`do $$ begin
    execute format('alter role %I in database %I set statement_timeout = ''200ms''', current_user, current_database());
  end $$`)
  queue = openQueuePool(database.url, 1)
  await expect(queue.db.executeSql('select pg_sleep(0.6)', [])).rejects.toThrow('statement timeout')
  await queue.db.executeSql('\n    BEGIN;\n    select pg_sleep(0.6);\n    COMMIT;\n', [])
  await expect(queue.db.executeSql('select pg_sleep(0.6)', [])).rejects.toThrow('statement timeout')
})
