import { checkDigit } from './check-digit.ts'
import { mask } from './text.ts'

/** Digits in groups, as card numbers are printed. */
const groupedDigits = /\d+(?:[ \u00a0\p{Pd}]\d+)*/gu
const betweenGroups = /[ \u00a0\p{Pd}]/u
/** Our references and ids, of whose long numbers one in ten would pass as a card's. */
const ours = /\bKBO-\d{14}-[2-9A-Z]{4}\b|\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi
const phoneAbroad = /^234[789][01]\d{8}$/
const phone = /^0[789][01]/

/** Whether a text contains a card number: 13 to 19 digits with a valid check digit, with or without spaces or dashes. */
export function hasCardNumber(text: string): boolean {
  const others = text.replaceAll(ours, '.')
  return [...others.matchAll(groupedDigits)].some(([run]) => hasCardIn(run.split(betweenGroups)))
}

function hasCardIn(groups: readonly string[]): boolean {
  return groups.some((_, start) => {
    let digits = ''
    for (const group of groups.slice(start)) {
      digits += group
      if (digits.length > 19) return false
      if (digits.length >= 13 && isCardNumber(digits)) return true
    }
    return false
  })
}

function isCardNumber(digits: string): boolean {
  return !phoneAbroad.test(digits) && checkDigit(digits.slice(0, -1)) === digits.slice(-1)
}

/** Masks numbers of eleven digits, which may be a BVN or NIN; those of Nigerian mobile phones stay. */
export function maskPersonalNumbers(text: string): string {
  return text.replaceAll(/(?<!\d)\d{11}(?!\d)/g, (number) => (phone.test(number) ? number : mask(number)))
}
