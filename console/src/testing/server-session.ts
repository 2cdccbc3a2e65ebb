import type { Mode } from '@kobo/contract/kit/mode'

/** What a test's server knows of the session. */
export const serverSession: { mode: Mode } = { mode: 'PRODUCTION' }
