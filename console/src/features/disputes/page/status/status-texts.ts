import type { DisputeStatus } from '@kobo/contract/kit/dispute'

/** Status to which an operator can change a dispute. */
export type Step = Exclude<DisputeStatus, 'NEW'>

/** Texts of a step's button and dialog. */
interface StepTexts {
  button: string
  title: string
  busy: string
  /** Prompts for disputed credits and debits. */
  prompt: { credit: string; debit: string }
  tone?: 'decline'
}

const noMoney = 'No money is moved.'

/** Texts of every step. */
export const stepTexts: Readonly<Record<Step, StepTexts>> = {
  IN_PROGRESS: {
    button: 'Start review',
    title: 'Start review',
    busy: 'Starting...',
    prompt: {
      credit: 'Starting the review holds the disputed amount on the credited account, up to its available balance.',
      debit: `Are you sure you want to start reviewing this dispute? ${noMoney}`,
    },
  },
  AWAITING_FEEDBACK: same(
    'Request feedback',
    'Request feedback',
    'Requesting...',
    'The merchant will be asked to respond.',
  ),
  FEEDBACK_PROVIDED: same(
    'Feedback provided',
    'Mark feedback as provided',
    'Marking...',
    'Has the merchant responded through another channel?',
  ),
  RESOLVED: {
    button: 'Resolve',
    title: 'Resolve dispute',
    busy: 'Resolving...',
    prompt: {
      credit: 'Resolving it refunds the held amount to the payer as one refund.',
      debit: `Are you sure you want to resolve this dispute? ${noMoney}`,
    },
  },
  REJECTED: {
    button: 'Reject',
    title: 'Reject dispute',
    busy: 'Rejecting...',
    prompt: {
      credit: 'Rejecting it releases the held funds: the merchant keeps the money.',
      debit: `Are you sure you want to reject this dispute? ${noMoney}`,
    },
    tone: 'decline',
  },
  CLOSED: {
    button: 'Close dispute',
    title: 'Close dispute',
    busy: 'Closing...',
    prompt: {
      credit: 'Closing it releases the held funds: the merchant keeps the money.',
      debit: `Are you sure you want to close this dispute? ${noMoney}`,
    },
  },
}

/** Returns the texts of a step with one prompt for credits and debits. */
function same(button: string, title: string, busy: string, prompt: string): StepTexts {
  return { button, title, busy, prompt: { credit: prompt, debit: prompt } }
}
