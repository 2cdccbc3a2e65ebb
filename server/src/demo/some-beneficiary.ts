import { randomInt } from 'node:crypto'
import { accountNumber } from '../ledger/nuban.ts'
import { surnames, womensNames } from './names.ts'
import { pickFrom } from './traffic-accounts.ts'

/** A valid number whose end does not tell the simulated switch what to do. */
export function someAccountNumber(bankCode: string): string {
  for (;;) {
    const number = accountNumber(randomInt(1_000_000_000), bankCode)
    if (!/[89]\d\d$/.test(number)) return number
  }
}

/** Anybody's name. */
export function someName(): string {
  return `${pickFrom(womensNames) ?? ''} ${pickFrom(surnames) ?? ''}`
}
