/** Parses a CSV file into rows of cells, as a spreadsheet does. */
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
