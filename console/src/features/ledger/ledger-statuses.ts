import type { StatusMap } from '../../status/statuses.ts'

export const ledgerCheck: StatusMap = {
  known: {
    PASSED: { label: 'Ledger balanced', tone: 'green' },
    FAILED: { label: 'Discrepancies found', tone: 'red' },
    RUNNING: { label: 'Checking', tone: 'blue' },
    STOPPED: { label: 'Did not finish', tone: 'orange' },
  },
  other: { tone: 'grey' },
}
