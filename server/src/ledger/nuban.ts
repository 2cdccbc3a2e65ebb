/** Returns the Nigerian uniform bank account number: a nine-digit serial and a check digit, which depends on the bank too. */
export function accountNumber(serial: number | bigint, bankCode: string): string {
  const nine = String(serial).padStart(9, '0')
  if (!/^\d{9}$/.test(nine)) throw new RangeError('An account serial is a whole number of at most nine digits')
  return nine + checkDigit(nine, bankCode)
}

/** Whether this bank can have issued this number. One wrong digit is always detected. */
export function isNuban(number: string, bankCode: string): boolean {
  return /^\d{10}$/.test(number) && number.endsWith(checkDigit(number.slice(0, 9), bankCode))
}

function checkDigit(serial: string, bankCode: string): string {
  let sum = 0
  for (const [position, digit] of [...(institution(bankCode) + serial)].entries()) {
    sum += Number(digit) * (position % 3 === 1 ? 7 : 3)
  }
  return String((10 - (sum % 10)) % 10)
}

/** The six digits that represent a bank in the check sum. */
function institution(bankCode: string): string {
  if (/^\d{3}$/.test(bankCode)) return `000${bankCode}`
  if (/^\d{5}$/.test(bankCode)) return `9${bankCode}`
  if (/^\d{6}$/.test(bankCode)) return bankCode
  throw new RangeError(`${bankCode} is not the code of a bank`)
}
