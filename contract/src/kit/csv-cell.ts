/** Characters that start a formula in spreadsheets, including the full-width signs that some treat alike. */
const beginsFormula = /^[=+\-@\t\r＝＋－＠]/

/** A sign followed by digits is no formula: a negative amount or a phone number stays unchanged. */
const isSigned = /^[+-]\d[\d ]*(\.\d+)?$/

/** Returns a text as a CSV cell; a formula is prefixed with an apostrophe so that it is not executed. */
export function csvCell(text: string): string {
  return beginsFormula.test(text) && !isSigned.test(text) ? `'${text}` : text
}
