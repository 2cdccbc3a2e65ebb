/** What the charge for a static account's opening is called. */
export function openingReference(accountNumber: string): string {
  return `OPEN-${accountNumber}`
}

/** What the charge for a static account's month is called, the month as `2026-11`. */
export function maintenanceReference(month: string, accountNumber: string): string {
  return `MAINT-${month}-${accountNumber}`
}
