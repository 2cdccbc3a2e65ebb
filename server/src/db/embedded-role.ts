import pg from 'pg'

/** Creates the server's role and database if missing: an ordinary role that owns its database. */
export async function ensureRoleAndDatabase(url: string, superuserUrl: string): Promise<void> {
  if (await canConnect(url)) return
  const superuser = new pg.Client(superuserUrl)
  await superuser.connect()
  try {
    const password = pg.escapeLiteral(new URL(url).password)
    const role = await superuser.query(`select from pg_roles where rolname = 'kobo'`)
    await superuser.query(`${role.rowCount ? 'alter' : 'create'} role kobo login password ${password}`)
    const database = await superuser.query(`select from pg_database where datname = 'kobo'`)
    if (!database.rowCount) await superuser.query('create database kobo owner kobo')
  } finally {
    await superuser.end()
  }
}

async function canConnect(url: string): Promise<boolean> {
  const client = new pg.Client(url)
  try {
    await client.connect()
    return true
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    // No such role, a wrong password, or no such database: an earlier start was interrupted.
    if (code === '28P01' || code === '3D000') return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
