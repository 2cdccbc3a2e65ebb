import type { Data } from '@kobo/contract/kit/call'
import type { session } from '@kobo/contract/session'

/** What a right password is answered with: a code was mailed, and this waits for it. */
export type Challenge = Data<typeof session.login>
