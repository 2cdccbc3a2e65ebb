import { randomInt } from 'node:crypto'
import { dayStart, lagosDay } from '@kobo/contract/kit/day'

/** Providus Bank, which sends on our behalf. */
const sendingInstitution = '000023'
const serialDigits = 12
const serials = 10 ** serialDigits

/** Returns the switch's ID of a payment: 30 digits of the sending bank, Lagos time and a serial, random by default. */
export function newSessionId(at: Date, serial: bigint | number = randomInt(serials)): string {
  if (serial < 0 || serial >= serials)
    throw new RangeError(`A session ID's serial must have at most ${serialDigits} digits`)
  return sendingInstitution + lagosStamp(at) + String(BigInt(serial)).padStart(serialDigits, '0')
}

/** YYMMDDHHMMSS */
function lagosStamp(at: Date): string {
  const day = lagosDay(at)
  const time = new Date(at.getTime() - dayStart(day).getTime()).toISOString().slice(11, 19)
  return (day.slice(2) + time).replaceAll(/\D/g, '')
}
