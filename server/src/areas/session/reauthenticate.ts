import type { Kysely } from 'kysely'
import type { Transaction } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { ReadContext } from '../../http/handler.ts'
import { isPassword } from '../../http/passwords.ts'
import { conflict, wrongCredentials } from '../../http/http-error.ts'
import { hasFactor, consumeFactorCode } from './factor-codes.ts'
import { recordFailure } from './record-failure.ts'
import { uncountAttempt, countAttempt } from './attempts.ts'

/**
 * Verifies the password of a signed-in person, before the transaction of the write. A failure counts with those of sign-ins,
 * and stays counted whatever becomes of the write.
 */
export async function reauthenticateByPassword(
  context: ReadContext,
  password: string,
  error: { field: string; message: string },
): Promise<{ passwordHash: string }> {
  const owner = await readOwner(context)
  const attempt = await countAttempt(context, 'PASSWORD', owner.email, owner)
  const { password_hash: passwordHash } = owner
  if (passwordHash === null || !(await isPassword(passwordHash, password))) {
    await context.db.transaction().execute((db) => recordFailure(context, db, attempt, owner))
    throw wrongCredentials(error.message, { [error.field]: error.message })
  }
  await uncountAttempt(context.db, attempt)
  return { passwordHash }
}

/** As `reauthenticateByPassword`, by a code of the authenticator app or a recovery code, which is consumed. */
export async function reauthenticateByCode(context: ReadContext, code: string): Promise<void> {
  const owner = await readOwner(context)
  if (!(await hasFactor(context.db, owner.id))) throw conflict('The authenticator app is not enabled')
  const attempt = await countAttempt(context, 'LOGIN', owner.email, owner)
  const isVerified = await context.db.transaction().execute(async (db) => {
    await lockOwner(db, owner.id)
    const isAccepted = await consumeFactorCode(context, db, owner, code)
    if (isAccepted) await uncountAttempt(db, attempt)
    else await recordFailure(context, db, attempt, owner)
    return isAccepted
  })
  if (isVerified) return
  const message = 'The code is wrong or was used before'
  throw wrongCredentials(message, { code: message })
}

/** Serialises concurrent changes to a person's sign-in. */
export async function lockOwner(db: Transaction, staffId: string): Promise<void> {
  await db.selectFrom('staff').select('id').where('id', '=', staffId).forUpdate().execute()
}

async function readOwner({ db, staff }: { db: Kysely<Tables>; staff: { id: string } }) {
  return await db
    .selectFrom('staff')
    .select(['id', 'email', 'first_name', 'password_hash'])
    .where('id', '=', staff.id)
    .executeTakeFirstOrThrow()
}
