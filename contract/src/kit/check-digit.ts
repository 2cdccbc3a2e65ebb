/** Returns the Luhn check digit of a card number's other digits. */
export function checkDigit(payload: string): string {
  const sum = [...payload].toReversed().reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return String((10 - (sum % 10)) % 10)
}
