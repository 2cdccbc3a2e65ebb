import { createServer, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { aDatabase, type TestDatabase } from '../testing/database.ts'
import { onServer } from '../testing/database-cluster.ts'
import { checkDatabase, openDatabase } from './database.ts'

let own: TestDatabase

beforeAll(async () => {
  own = await aDatabase()
})

afterAll(() => own.close())

/** Returns a database value as the pool parses it. */
async function valueOf(expression: string, pool = own.pool): Promise<unknown> {
  const { rows } = await pool.query<{ value: unknown }>(`select ${expression} as value`)
  return rows[0]?.value
}

describe('database values', () => {
  it.each([
    [`9007199254740993::bigint`, 9_007_199_254_740_993n],
    [`(-9223372036854775808)::bigint`, -9_223_372_036_854_775_808n],
    [`7::int`, 7],
    [`12345678901234567890.10::numeric`, '12345678901234567890.10'],
    [`date '2026-02-28'`, '2026-02-28'],
    [`null::timestamptz`, null],
    [`timestamptz '2026-01-02 03:04:05Z'`, '2026-01-02T03:04:05.000Z'],
    [`timestamptz '2026-01-02 03:04:05.12Z'`, '2026-01-02T03:04:05.120Z'],
    [`timestamptz '2026-01-02 03:04:05.678901Z'`, '2026-01-02T03:04:05.678901Z'],
    [`timestamptz '2026-01-02 03:04:05.6789Z'`, '2026-01-02T03:04:05.678900Z'],
    [`timestamptz '2026-01-01 00:30:00+01'`, '2025-12-31T23:30:00.000Z'],
    [`timestamptz 'infinity'`, 'infinity'],
    [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    [`true`, true],
    [`array['a', 'b']`, ['a', 'b']],
  ])('reads %s exactly', async (expression, value) => {
    expect(await valueOf(expression)).toEqual(value)
  })

  it('reads the same instants in any session time zone', async () => {
    const client = await own.pool.connect()
    try {
      for (const zone of ['Africa/Lagos', 'America/St_Johns', 'Asia/Kolkata']) {
        await client.query(`set timezone = '${zone}'`)
        const { rows } = await client.query(
          `select timestamptz '2026-01-02 23:04:05.678901Z' as precise, timestamptz '2026-01-02 23:04:05Z' as plain`,
        )
        expect(rows).toEqual([{ precise: '2026-01-02T23:04:05.678901Z', plain: '2026-01-02T23:04:05.000Z' }])
      }
    } finally {
      client.release(true)
    }
  })

  it('writes values as exactly as it reads them', async () => {
    const kobo = 9_007_199_254_740_993n
    const at = '2026-01-02T03:04:05.678901Z'
    const { rows } = await sql`select ${kobo}::bigint as kobo, ${at}::timestamptz as at`.execute(own.db)
    expect(rows).toEqual([{ kobo, at }])
  })
})

describe('connection pool', () => {
  it('sets the limits of each session without a query at connection', async () => {
    expect(await valueOf(`current_setting('statement_timeout')`)).toBe('15s')
    expect(await valueOf(`current_setting('idle_in_transaction_session_timeout')`)).toBe('30s')
    expect(await valueOf(`current_setting('timezone')`)).toBe('UTC')
    expect(await valueOf(`current_setting('application_name')`)).toBe('kobo-console')
  })

  it('opens new connections after idle ones were lost', async () => {
    const { pool, close } = openDatabase(own.url, { max: 3, applicationName: 'to be lost' })
    await Promise.all([1, 2, 3].map(() => pool.query('select pg_sleep(0.05)')))
    await onServer(
      own.url,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'to be lost'`,
    )
    await expect.poll(() => pool.idleCount).toBe(0)
    expect(await valueOf('1', pool)).toBe(1)
    await close()
  })

  it('isolates the databases of tests', async () => {
    const [first, second] = await Promise.all([aDatabase(), aDatabase()])
    await first.pool.query('create table only_here (number int)')
    expect(await valueOf(`to_regclass('only_here')`, second.pool)).toBeNull()
    expect(await valueOf(`to_regclass('migration')`, second.pool)).toBe('migration')
    await Promise.all([first.close(), second.close()])
    await expect(onServer(first.url, 'select 1')).rejects.toThrow('does not exist')
  })
})

describe('checkDatabase', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(own.url)
    change(url)
    return url.href
  }

  it('accepts a usable database', async () => {
    await expect(checkDatabase(own.url)).resolves.toBeUndefined()
  })

  it.each([
    ['a word', 'kobo', 'DATABASE_URL cannot be read'],
    ['another protocol', 'mysql://kobo:s3cr3t@localhost/kobo', 'DATABASE_URL cannot be read'],
    ['a bad port', 'postgres://kobo:s3cr3t@localhost:99999/kobo', 'DATABASE_URL cannot be read'],
    ['an unescaped password', 'postgres://kobo:s3cr3t/#%@localhost/kobo', 'DATABASE_URL cannot be read'],
    [
      'an unknown host',
      'postgres://kobo:s3cr3t@nowhere.invalid/kobo',
      'The database host "nowhere.invalid" cannot be resolved',
    ],
    ['a closed port', 'postgres://kobo:s3cr3t@127.0.0.1:1/kobo', 'No database is listening at 127.0.0.1:1'],
    ['a missing socket', 'postgres://kobo:s3cr3t@%2Fnowhere/kobo', 'There is no database socket in /nowhere'],
  ])('reports %s in DATABASE_URL without its password', async (_, url, sentence) => {
    const error: unknown = await checkDatabase(url).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartupError)
    expect(String(error)).toContain(sentence)
    expect(String(error)).not.toContain('s3cr3t')
  })

  it('reports a rejected password without revealing it', async () => {
    const error: unknown = await checkDatabase(changed((url) => (url.password = 's3cr3t'))).catch(
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(StartupError)
    expect(String(error)).toMatch(/rejects the user "\w+" or the password: check DATABASE_URL\.$/)
    expect(String(error)).not.toContain('s3cr3t')
  })

  it('reports a missing database', async () => {
    await expect(checkDatabase(changed((url) => (url.pathname = '/nothing')))).rejects.toThrow(
      'The database "nothing" does not exist',
    )
  })

  it('reports missing privileges of the user', async ({ skip }) => {
    const { pool, url, close } = await aDatabase()
    try {
      skip(
        (await valueOf('(select rolsuper from pg_roles where rolname = user)', pool)) === true,
        'a superuser may always',
      )
      await pool.query('drop extension pg_trgm cascade')
      const name = String(await valueOf('quote_ident(current_database())', pool))
      await pool.query(`revoke create on database ${name} from current_user`)
      await expect(checkDatabase(url)).rejects.toThrow('has no extension pg_trgm and the user')
      await pool.query('revoke create on schema public from pg_database_owner')
      await expect(checkDatabase(url)).rejects.toThrow('may not create tables in the database')
    } finally {
      await close()
    }
  })

  it('reports an outdated PostgreSQL version', async () => {
    await withStubServer(oldServer, async (port) => {
      await expect(checkDatabase(`postgres://kobo:s3cr3t@127.0.0.1:${port}/kobo`)).rejects.toThrow(
        'The database is PostgreSQL 14; version 15 or later is needed.',
      )
    })
  })

  it('times out when the server never responds', async () => {
    await withStubServer(
      () => {},
      async (port) => {
        await expect(checkDatabase(`postgres://kobo:s3cr3t@127.0.0.1:${port}/kobo`)).rejects.toThrow(
          `The database at 127.0.0.1:${port} does not respond within 5 seconds`,
        )
      },
    )
  })
})

/** Runs work with a TCP server listening. */
async function withStubServer(respond: (socket: Socket) => void, work: (port: number) => Promise<void>): Promise<void> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    respond(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await work(address !== null && typeof address === 'object' ? address.port : 0)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Imitates a PostgreSQL 14 server as far as a version query needs. */
function oldServer(socket: Socket): void {
  const message = (kind: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(kind), length, body])
  }
  const column = (name: string, type: number) => {
    const padding = Buffer.alloc(18)
    padding.writeInt32BE(type, 6)
    return Buffer.concat([Buffer.from(`${name}\0`), padding])
  }
  const cell = (text: string) => Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)])
  const ready = message('Z', Buffer.from('I'))
  socket.on('error', () => {})
  socket.once('data', () => {
    socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
    socket.once('data', () => {
      const columns = [column('version', 23), column('may_create', 16), column('has_trigram', 16)]
      const cells = [cell('140012'), cell('t'), cell('t')]
      const three = Buffer.from([0, 3])
      const rows = [message('T', Buffer.concat([three, ...columns])), message('D', Buffer.concat([three, ...cells]))]
      socket.write(Buffer.concat([...rows, message('C', Buffer.from('SELECT 1\0')), ready]))
    })
  })
}
