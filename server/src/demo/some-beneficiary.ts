import { randomInt } from 'node:crypto'
import { accountNumber } from '../ledger/nuban.ts'
import { surnames, womensNames } from './names.ts'
import { pickFrom } from './traffic-accounts.ts'

/** Returns a valid account number whose last digits trigger no special behaviour of the simulated switch. */
export function someAccountNumber(bankCode: string): string {
  for (;;) {
    const number = accountNumber(randomInt(1_000_000_000), bankCode)
    if (!/[89]\d\d$/.test(number)) return number
  }
}

export function someName(): string {
  return `${pickFrom(womensNames) ?? ''} ${pickFrom(surnames) ?? ''}`
}
