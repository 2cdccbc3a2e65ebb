import type { secondFactor } from '@kobo/contract/second-factor'
import type { PreparedWrite } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { lockOwner, reauthenticateByCode } from '../session/reauthenticate.ts'
import { notifyOwner } from '../session/notify-owner.ts'
import { hasFactor, makeRecoveryCodes } from './factor-codes.ts'

/** Replaces the recovery codes, after a code has been verified. */
export const renewCodes: PreparedWrite<typeof secondFactor.renewCodes> = {
  async prepare({ code }, context) {
    await reauthenticateByCode(context, code)
    return async (write) => {
      const { db, staff, audit } = write
      await lockOwner(db, staff.id)
      if (!(await hasFactor(db, staff.id))) throw conflict('The authenticator app is not in use')
      const recoveryCodes = await makeRecoveryCodes(write, db, staff.id)
      await audit({ action: 'second-factor.renew-codes', recordType: 'staff', recordId: staff.id })
      await notifyOwner(write, db, staff, {
        subject: 'The recovery codes of your Kobo Console account are new',
        text: 'ten new recovery codes were made, and those before open nothing any more.',
      })
      return { message: 'The codes before open nothing any more', data: { recoveryCodes }, secret: true }
    }
  },
}
