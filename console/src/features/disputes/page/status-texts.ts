import type { DisputeStatus } from '@kobo/contract/dispute-values'

/** Status to which an operator can change a dispute. */
export type Step = Exclude<DisputeStatus, 'NEW'>

/** Texts of a step's button and dialog. */
interface StepWords {
  button: string
  title: string
  busy: string
  /** Prompts for disputed credits and debits. */
  prompt: { credit: string; debit: string }
  tone?: 'decline'
}

const noMoney = 'It moves no money.'

/** Texts of every step. */
export const stepWords: Readonly<Record<Step, StepWords>> = {
  IN_PROGRESS: {
    button: 'Take up',
    title: 'Take up dispute',
    busy: 'Taking up...',
    prompt: {
      credit: 'Taking it up holds the disputed amount on the account that was credited, as far as it is there.',
      debit: `Are you sure you want to take up this dispute? ${noMoney}`,
    },
  },
  AWAITING_FEEDBACK: same('Ask for feedback', 'Ask for feedback', 'Asking...', 'The merchant is then asked to answer.'),
  FEEDBACK_PROVIDED: same(
    'Feedback provided',
    'Mark feedback as provided',
    'Marking...',
    'Has the merchant answered elsewhere?',
  ),
  RESOLVED: {
    button: 'Resolve',
    title: 'Resolve dispute',
    busy: 'Resolving...',
    prompt: {
      credit: 'Resolving it sends what is held back to the payer, as one refund.',
      debit: `Are you sure you want to resolve this dispute? ${noMoney}`,
    },
  },
  REJECTED: {
    button: 'Reject',
    title: 'Reject dispute',
    busy: 'Rejecting...',
    prompt: {
      credit: 'Rejecting it releases what is held: the merchant keeps the money.',
      debit: `Are you sure you want to reject this dispute? ${noMoney}`,
    },
    tone: 'decline',
  },
  CLOSED: {
    button: 'Close dispute',
    title: 'Close dispute',
    busy: 'Closing...',
    prompt: {
      credit: 'Closing it releases what is held: the merchant keeps the money.',
      debit: `Are you sure you want to close this dispute? ${noMoney}`,
    },
  },
}

/** Returns the texts of a step with one prompt for credits and debits. */
function same(button: string, title: string, busy: string, prompt: string): StepWords {
  return { button, title, busy, prompt: { credit: prompt, debit: prompt } }
}
