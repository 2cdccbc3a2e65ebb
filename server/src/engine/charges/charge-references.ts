/** Reference of the charge for opening a static account. */
export function openingReference(accountNumber: string): string {
  return `OPEN-${accountNumber}`
}

/** Reference of a static account's maintenance fee for a month, such as `2026-11`. */
export function maintenanceReference(month: string, accountNumber: string): string {
  return `MAINT-${month}-${accountNumber}`
}
