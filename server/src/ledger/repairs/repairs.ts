import type { ChunkedScan } from '../../db/run-chunk.ts'
import { retireClearing } from '../retire-clearing.ts'
import { accountDayRepair, walletDayRepair } from './day-repairs.ts'
import { counterRepair, merchantCountRepair, virtualAccountCountRepair } from './counter-repairs.ts'
import { accountIdRepair, paidInRepair, profitRepair } from './transaction-repairs.ts'

/** Moves the receivables from compensations off the retired account, once. */
const retiredAccountRepair: ChunkedScan = {
  name: 'retired account',
  begin: async () => '',
  async chunk(db) {
    await retireClearing(db, new Date())
    return { next: null, repaired: [] }
  },
}

/** All repairs: they convert what older releases wrote to the present form, and restore lost derived data. */
export const repairs: readonly ChunkedScan[] = [
  accountDayRepair,
  accountIdRepair,
  walletDayRepair,
  paidInRepair,
  virtualAccountCountRepair,
  profitRepair,
  counterRepair,
  merchantCountRepair,
  retiredAccountRepair,
]
