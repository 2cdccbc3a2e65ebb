import type { Data } from '@kobo/contract/kit/call'
import type { session } from '@kobo/contract/session'

/** Reply to a correct password: the sign-in that awaits its code. */
export type Challenge = Data<typeof session.login>
