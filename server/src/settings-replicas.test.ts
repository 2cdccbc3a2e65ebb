import { expect, it } from 'vitest'
import { readReplicaSettings } from './settings-replicas.ts'

const database = { DATABASE_URL: 'postgres://kobo@primary/kobo' }

it('reads several replicas and the lag that is permitted', () => {
  expect(readReplicaSettings({})).toEqual({ urls: [], maxLagMs: 2_000 })
  const env = {
    ...database,
    REPLICA_URL: 'postgres://kobo@one/kobo, postgresql://kobo@two/kobo,',
    REPLICA_MAX_LAG_MS: '500',
  }
  expect(readReplicaSettings(env)).toEqual({
    urls: ['postgres://kobo@one/kobo', 'postgresql://kobo@two/kobo'],
    maxLagMs: 500,
  })
})

it.each([
  [{ ...database, REPLICA_URL: 'replica.internal' }, /^REPLICA_URL must be URLs/],
  [{ ...database, REPLICA_URL: 'https://replica.internal' }, /^REPLICA_URL must be URLs/],
  [{ REPLICA_URL: 'postgres://kobo@one/kobo' }, /^REPLICA_URL requires DATABASE_URL/],
  [{ REPLICA_MAX_LAG_MS: '50' }, /^REPLICA_MAX_LAG_MS must be a whole number from 100 to 60000/],
  [{ REPLICA_MAX_LAG_MS: 'soon' }, /^REPLICA_MAX_LAG_MS must be/],
])('rejects %j', (env, message) => {
  expect(() => readReplicaSettings(env)).toThrow(message)
})
