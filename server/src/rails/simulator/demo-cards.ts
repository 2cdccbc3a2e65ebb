/** Cards of the simulated acquirer. Each decides its outcome, so that no number is ever typed. */
export const demoCards = {
  approved: { scheme: 'Verve', lastFour: '0603', state: 'APPROVED', code: null, fate: 'approved' },
  declined: { scheme: 'Visa', lastFour: '0051', state: 'DECLINED', code: '51', fate: 'declined: insufficient funds' },
  /** Reported only to a status query. */
  silent: {
    scheme: 'Mastercard',
    lastFour: '0068',
    state: 'APPROVED',
    code: null,
    fate: 'approved, but the acquirer sends no confirmation',
  },
} as const

/** The payer returns without entering a card. */
export const noCard = { scheme: null, lastFour: null, state: 'FAILED', code: '17' } as const

/** Payer's choice on the acquirer's page. */
export type DemoCard = keyof typeof demoCards | 'none'
