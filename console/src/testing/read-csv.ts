/** The cells of a CSV file, line by line, as a spreadsheet reads them. */
export function readCsv(file: string): string[][] {
  const lines: string[][] = [[]]
  for (const [, quoted, plain, end] of file
    .replace('\uFEFF', '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? '')
    if (end === '\r\n') lines.push([])
  }
  return lines.filter((line) => line.some(Boolean))
}
