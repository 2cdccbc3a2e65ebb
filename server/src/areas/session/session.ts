import type { session } from '@kobo/contract/session'
import type { Handler } from '../../http/handler.ts'

/** Who is signed in, and in which mode. */
export const profile: Handler<typeof session.profile> = async (_input, { staff, mode }) => ({ user: staff, mode })
