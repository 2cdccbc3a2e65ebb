import type { Kysely, Selectable } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Challenge, Staff, Tables } from '../../db/tables.ts'
import type { PublicContext } from '../../http/handler.ts'
import { HttpError, wrongCredentials } from '../../http/http-error.ts'
import { isActive } from '../../http/staff.ts'
import { consumeFactorCode } from './factor-codes.ts'
import { isCode } from './challenges.ts'
import { recordFailure } from './record-failure.ts'
import { purgeFailures, type Purpose, countAttempt } from './attempts.ts'

const maxTries = 5
/** ID of no person, so that an unknown address runs the same statements. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Consumes an emailed or app code. `onVerified` runs in the same transaction with the person's row locked, so of a concurrent sign-in
 * and reset the later one sees the earlier.
 */
export async function consumeCode<T>(
  context: PublicContext,
  purpose: Purpose,
  find: { id: string } | { email: string },
  code: string,
  onVerified: (db: Transaction, staff: Selectable<Staff>) => Promise<T>,
): Promise<T> {
  const wrongCode = wrongCredentials('The code is wrong or has expired')
  const found = await findChallenge(context.db, purpose, find)
  const email = found?.email ?? ('email' in find ? find.email : null)
  if (email === null) throw wrongCode
  const owner = found && found.staff_id !== null ? { id: found.staff_id, password_hash: found.password_hash } : null
  const attempt = await countAttempt(context, purpose, email, owner)
  const result = await context.db.transaction().execute(async (db) => {
    const staff = await db
      .selectFrom('staff')
      .selectAll()
      .where('id', '=', owner?.id ?? nobody)
      .forUpdate()
      .executeTakeFirst()
    const challenge = await db
      .selectFrom('challenge')
      .select(['id', 'code_hash', 'factor', 'expires_at', 'tries', 'used_at'])
      .where('id', '=', found?.id ?? nobody)
      .forUpdate()
      .executeTakeFirst()
    const isOpen =
      challenge?.used_at === null &&
      Date.parse(challenge.expires_at) > context.now.getTime() &&
      challenge.tries < maxTries
    const isVerified = isOpen && (await verifyCode(context, db, challenge, staff, code))
    await db
      .updateTable('challenge')
      .set((row) => (isVerified ? { used_at: context.now.toISOString() } : { tries: row('tries', '+', 1) }))
      .where('id', '=', found?.id ?? nobody)
      .execute()
    if (!isVerified || !staff || !isActive(staff, context.now)) {
      await recordFailure(context, db, attempt, staff ?? null)
      return wrongCode
    }
    await purgeFailures(db, attempt)
    return await onVerified(db, staff)
  })
  if (result instanceof HttpError) throw result
  return result
}

async function verifyCode(
  context: PublicContext,
  db: Transaction,
  challenge: Pick<Selectable<Challenge>, 'id' | 'code_hash' | 'factor'>,
  staff: Selectable<Staff> | undefined,
  code: string,
): Promise<boolean> {
  if (challenge.factor === 'APP') return staff !== undefined && (await consumeFactorCode(context, db, staff, code))
  return isCode(context, challenge, code)
}

/** Returns the sign-in with this ID, or the newest reset of an address. */
async function findChallenge(db: Kysely<Tables>, purpose: Purpose, find: { id: string } | { email: string }) {
  const query = db
    .selectFrom('challenge')
    .leftJoin('staff', 'staff.id', 'challenge.staff_id')
    .select(['challenge.id', 'challenge.email', 'challenge.staff_id', 'staff.password_hash'])
    .where('challenge.purpose', '=', purpose)
  const matching =
    'id' in find ? query.where('challenge.id', '=', find.id) : query.where('challenge.email', '=', find.email)
  return await matching.orderBy('challenge.created_at', 'desc').limit(1).executeTakeFirst()
}
