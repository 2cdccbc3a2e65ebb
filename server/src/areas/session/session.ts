import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'
import { toUser } from '../../http/staff.ts'
import { readListDefaults } from '../views/list-defaults.ts'

/** Returns the signed-in person and the mode. */
export const profile: Handler<typeof session.profile> = async (_input, { db, staff, mode }) => ({
  user: { ...toUser(staff), listDefaults: await readListDefaults(db, staff.id) },
  mode,
})
