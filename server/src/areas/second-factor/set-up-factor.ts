import type { secondFactor } from '@kobo/contract/second-factor'
import { generateSecret, generateURI } from 'otplib'
import type { PreparedWrite } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { lockOwner, reauthenticateByPassword } from '../session/reauthenticate.ts'
import { closeFactorSecret, hasFactor } from '../session/factor-codes.ts'

const issuer = 'Kobo Console'

/**
 * Creates a secret for an authenticator app. Requires the password, because anyone at an unattended console could otherwise
 * lock its owner out.
 */
export const setUpFactor: PreparedWrite<typeof secondFactor.setUp> = {
  async prepare({ password }, context) {
    await reauthenticateByPassword(context, password, { field: 'password', message: 'The password is wrong' })
    return async (writeContext) => {
      const { db, staff, now, audit } = writeContext
      await lockOwner(db, staff.id)
      if (await hasFactor(db, staff.id)) throw conflict('The authenticator app is already enabled')
      const secret = generateSecret()
      const factor = { sealed_secret: closeFactorSecret(writeContext, staff.id, secret), created_at: now.toISOString() }
      await db
        .insertInto('second_factor')
        .values({ staff_id: staff.id, ...factor })
        .onConflict((row) => row.column('staff_id').doUpdateSet(factor))
        .execute()
      await audit({ action: 'second-factor.set-up', recordType: 'staff', recordId: staff.id })
      const uri = generateURI({ issuer, label: staff.email, secret })
      return { message: 'Add the account to your authenticator app', data: { secret, uri }, secret: true }
    }
  },
}
