/** The cards of the simulated acquirer; what happens is theirs to decide, so that no number is ever typed. */
export const demoCards = {
  approved: { scheme: 'Verve', lastFour: '0603', state: 'APPROVED', code: null, fate: 'approved' },
  declined: { scheme: 'Visa', lastFour: '0051', state: 'DECLINED', code: '51', fate: 'declined: insufficient funds' },
  /** Whoever asks learns it. */
  silent: {
    scheme: 'Mastercard',
    lastFour: '0068',
    state: 'APPROVED',
    code: null,
    fate: 'approved, and the acquirer forgets to say so',
  },
} as const

/** The payer goes back without having handed over a card. */
export const noCard = { scheme: null, lastFour: null, state: 'FAILED', code: '17' } as const

/** What a payer does on the acquirer's page. */
export type DemoCard = keyof typeof demoCards | 'none'
