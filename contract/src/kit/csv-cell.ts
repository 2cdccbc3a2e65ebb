/** What spreadsheets would compute: the wide signs too, which some read as the narrow ones. */
const beginsFormula = /^[=+\-@\t\r＝＋－＠]/

/** A sign and digits compute nothing: an amount below zero is a number, and a telephone number keeps its digits. */
const isSigned = /^[+-]\d[\d ]*(\.\d+)?$/

/** A text as a cell of CSV holds it: one that would be a formula begins with an apostrophe, anything else stands as it is. */
export function csvCell(text: string): string {
  return beginsFormula.test(text) && !isSigned.test(text) ? `'${text}` : text
}
