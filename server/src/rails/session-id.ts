import { randomInt } from 'node:crypto'
import { dayStart, lagosDay } from '@kobo/contract/kit/day'

/** Providus Bank, which sends for us. */
const sendingInstitution = '000023'
const serialDigits = 12
const serials = 10 ** serialDigits

/** The switch's name for one payment: 30 digits of the sending bank, the time in Lagos and a serial, random if not given. */
export function newSessionId(at: Date, serial: bigint | number = randomInt(serials)): string {
  if (serial < 0 || serial >= serials) throw new RangeError(`A session ID's serial has ${serialDigits} digits at most`)
  return sendingInstitution + lagosStamp(at) + String(BigInt(serial)).padStart(serialDigits, '0')
}

/** YYMMDDHHMMSS */
function lagosStamp(at: Date): string {
  const day = lagosDay(at)
  const time = new Date(at.getTime() - dayStart(day).getTime()).toISOString().slice(11, 19)
  return (day.slice(2) + time).replaceAll(/\D/g, '')
}
