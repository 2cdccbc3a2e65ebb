import { createHmac, randomBytes, randomInt } from 'node:crypto'
import type { Kysely } from 'kysely'
import { verifySync } from 'otplib'
import type { Transaction } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import type { PublicContext, AppDeps } from '../../http/handler.ts'
import { notifyOwner } from './notify-owner.ts'

/** Tolerates a clock that is off by one time step. */
const toleranceSeconds = 30
const codesAtOnce = 10
/** Omits letters and digits that look alike; ten characters make 49 bits. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

interface Owner {
  id: string
  email: string
  first_name: string
}

/** Returns whether a person's sign-ins require a code of the authenticator app. */
export async function hasFactor(db: Kysely<Tables>, staffId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_factor')
    .select('staff_id')
    .where('staff_id', '=', staffId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Seals the secret of a person's authenticator app. */
export function closeFactorSecret({ seal }: AppDeps, staffId: string, secret: string): string {
  return seal.close(secret, factorPlace('sealed_secret', staffId))
}

function factorPlace(column: string, id: string) {
  return { table: 'second_factor', column, id }
}

/** Returns the time step of a right code; null for a wrong one. */
export function stepOf(
  context: PublicContext,
  factor: { staff_id: string; sealed_secret: string },
  code: string,
): number | null {
  const secret = context.seal.open(factor.sealed_secret, factorPlace('sealed_secret', factor.staff_id))
  const epoch = Math.floor(context.now.getTime() / 1000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: toleranceSeconds })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Consumes an app code or a recovery code of a person whose row is locked. An app code is valid once for its time step, and no
 * code of an earlier step is valid after it.
 */
export async function consumeFactorCode(
  context: PublicContext,
  db: Transaction,
  owner: Owner,
  code: string,
): Promise<boolean> {
  const factor = await db
    .selectFrom('second_factor')
    .select(['staff_id', 'sealed_secret', 'sealed_recovery_key', 'last_step'])
    .where('staff_id', '=', owner.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (!factor) return false
  if (!/^\d{6}$/.test(code)) return await takeRecoveryCode(context, db, { owner, factor, code })
  const step = stepOf(context, factor, code)
  if (step === null || BigInt(step) <= factor.last_step) return false
  await db
    .updateTable('second_factor')
    .set({ last_step: BigInt(step) })
    .where('staff_id', '=', owner.id)
    .execute()
  return true
}

async function takeRecoveryCode(
  context: PublicContext,
  db: Transaction,
  { owner, factor, code }: { owner: Owner; factor: { sealed_recovery_key: string | null }; code: string },
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_code')
    .set({ used_at: context.now.toISOString() })
    .where('staff_id', '=', owner.id)
    .where(
      'code_hash',
      'in',
      recoveryHashes(context, { staffId: owner.id, code, sealedKey: factor.sealed_recovery_key }),
    )
    .where('used_at', 'is', null)
    .returning('staff_id')
    .executeTakeFirst()
  if (!used) return false
  const remaining = await codesLeft(db, owner.id)
  await notifyOwner(
    context,
    db,
    { email: owner.email, firstName: owner.first_name },
    {
      subject: 'A recovery code of your Kobo Console account was used',
      text: `one of your recovery codes was used from ${context.caller.address}. ${remaining === 1 ? '1 is' : `${remaining} are`} left.`,
    },
  )
  return true
}

/** Returns the number of a person's unused recovery codes. */
export async function codesLeft(db: Kysely<Tables>, staffId: string): Promise<number> {
  const { n } = await db
    .selectFrom('recovery_code')
    .select((row) => row.fn.countAll().as('n'))
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Replaces a person's recovery codes with ten new ones, of which only hashes are stored. */
export async function makeRecoveryCodes(context: AppDeps, db: Transaction, staffId: string): Promise<string[]> {
  await db.deleteFrom('recovery_code').where('staff_id', '=', staffId).execute()
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode)
  const sealedKey = newRecoveryKey(context, staffId)
  await db
    .updateTable('second_factor')
    .set({ sealed_recovery_key: sealedKey })
    .where('staff_id', '=', staffId)
    .execute()
  const hashOf = (code: string) => recoveryHashes(context, { staffId, code, sealedKey })[0] ?? ''
  await db
    .insertInto('recovery_code')
    .values(codes.map((code) => ({ staff_id: staffId, code_hash: hashOf(code) })))
    .execute()
  return codes
}

function newRecoveryCode(): string {
  const half = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${half()}-${half()}`
}

/** Key of the hashes of a person's codes, sealed; null in the form of the release before, whose key is the secret itself. */
function newRecoveryKey({ seal }: AppDeps, staffId: string): string | null {
  if (seal.form() === 1) return null
  return seal.close(randomBytes(32).toString('base64url'), factorPlace('sealed_recovery_key', staffId))
}

/** Hashes that a code may be stored under, the current one first. Ignores letter case and the hyphen. */
function recoveryHashes(
  { seal }: AppDeps,
  { staffId, code, sealedKey }: { staffId: string; code: string; sealedKey: string | null },
): string[] {
  const text = `recovery ${staffId} ${code.toLowerCase().replaceAll('-', '')}`
  if (sealedKey === null) return seal.macs(text)
  const key = seal.open(sealedKey, factorPlace('sealed_recovery_key', staffId))
  return [createHmac('sha256', Buffer.from(key, 'base64url')).update(text).digest('base64url')]
}
