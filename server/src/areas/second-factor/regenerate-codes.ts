import type { secondFactor } from '@kobo/contract/second-factor'
import type { PreparedWrite } from '../../http/handler.ts'
import { conflict } from '../../http/http-error.ts'
import { lockOwner, reauthenticateByCode } from '../session/reauthenticate.ts'
import { notifyOwner } from '../session/notify-owner.ts'
import { hasFactor, makeRecoveryCodes } from '../session/factor-codes.ts'

/** Replaces the recovery codes, after a code has been verified. */
export const regenerateCodes: PreparedWrite<typeof secondFactor.renewCodes> = {
  async prepare({ code }, context) {
    await reauthenticateByCode(context, code)
    return async (writeContext) => {
      const { db, staff, audit } = writeContext
      await lockOwner(db, staff.id)
      if (!(await hasFactor(db, staff.id))) throw conflict('The authenticator app is not enabled')
      const recoveryCodes = await makeRecoveryCodes(writeContext, db, staff.id)
      await audit({ action: 'second-factor.renew-codes', recordType: 'staff', recordId: staff.id })
      await notifyOwner(writeContext, db, staff, {
        subject: 'Your Kobo Console recovery codes were replaced',
        text: 'ten new recovery codes were generated. Your old recovery codes no longer work.',
      })
      return { message: 'Your old recovery codes no longer work', data: { recoveryCodes }, secret: true }
    }
  },
}
