import type { StatusMap } from '../../status/statuses.ts'

export const ledgerCheck: StatusMap = {
  known: {
    PASSED: { label: 'The books are right', tone: 'green' },
    FAILED: { label: 'The books are wrong', tone: 'red' },
    RUNNING: { label: 'Checking', tone: 'blue' },
    STOPPED: { label: 'Came to no end', tone: 'orange' },
  },
  other: { tone: 'grey' },
}
