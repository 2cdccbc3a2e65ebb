/** Formats `2024-02-01` as in date pickers: `01/02/2024`. */
export function pickerDay(day: string | null | undefined): string {
  return (day ?? '').split('-').reverse().join('/')
}
