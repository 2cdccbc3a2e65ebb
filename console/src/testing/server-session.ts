import type { Mode } from '@kobo/contract/kit/mode'

/** Session state of the test server. */
export const serverSession: { mode: Mode } = { mode: 'PRODUCTION' }
