import { parseArgs } from 'node:util'
import { personName } from '@kobo/contract/kit/text'
import type { Kysely } from 'kysely'
import { z } from 'zod'
import { createInvite, inviteLink } from './areas/invites/create-invite.ts'
import { openDatabase } from './db/database.ts'
import type { Tables } from './db/tables.ts'
import { prepareTables } from './db/migrate.ts'
import { withDatabase } from './db/with-database.ts'
import { writeAudit } from './db/audit.ts'
import { HttpError } from './http/http-error.ts'
import { StartupError } from './startup-error.ts'

const usage =
  'Usage: npm run staff:add -- --email ada@example.com --first-name Ada --last-name Obi [--role "Night desk"]'

const optionsSchema = z.strictObject({
  email: z.email(),
  'first-name': personName(100, usage),
  'last-name': personName(100, usage),
  /** Name or id; an administrator if missing. */
  role: z.string().trim().default('ADMIN'),
})

/** Invites a member of staff from the terminal, the only way to add the first one. Prints the invite link. */
async function addStaff(): Promise<void> {
  const text = { type: 'string' } as const
  const options = { email: text, 'first-name': text, 'last-name': text, role: text }
  const { values } = parseArgs({ options, strict: false })
  const parsed = optionsSchema.safeParse(values)
  if (!parsed.success) {
    process.stderr.write(`${usage}\n`)
    process.exitCode = 1
    return
  }
  const { email, role, 'first-name': firstName, 'last-name': lastName } = parsed.data
  const publicUrl = (process.env['PUBLIC_URL'] || `http://localhost:${process.env['PORT'] || 3000}`).replace(/\/$/, '')
  await withDatabase(async (url) => {
    await prepareTables(url, { production: process.env['NODE_ENV'] === 'production' })
    const database = openDatabase(url, { max: 1 })
    try {
      const now = new Date()
      const code = await database.db.transaction().execute(async (db) => {
        const roleId = await findRoleId(db, role)
        const by = { staffId: null, sessionId: null, mode: null, requestId: 'staff:add', at: now }
        await writeAudit(db, by, { action: 'invite.create', recordType: 'invite', recordId: email.toLowerCase() })
        return createInvite(db, { email, firstName, lastName, role: roleId }, now)
      })
      const link = inviteLink(publicUrl, email.toLowerCase(), code)
      process.stdout.write(`Invite link, valid for seven days:\n${link}\n`)
    } catch (error) {
      throw error instanceof HttpError ? new StartupError(error.message) : error
    } finally {
      await database.close()
    }
  })
}

async function findRoleId(db: Kysely<Tables>, role: string): Promise<string> {
  const roles = await db.selectFrom('role').select(['id', 'name']).where('retired_at', 'is', null).execute()
  const wanted = role.toLowerCase()
  const found = roles.find(({ id, name }) => id.toLowerCase() === wanted || name.toLowerCase() === wanted)
  if (!found) throw new StartupError(`There is no role ${role}. Roles: ${roles.map(({ name }) => name).join(', ')}`)
  return found.id
}

await addStaff()
