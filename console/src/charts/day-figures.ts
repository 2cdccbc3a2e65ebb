/** How many days back a history can reach. */
export const daySpans = [7, 30, 90] as const

export type DaySpan = (typeof daySpans)[number]

/** Two figures for each of some days, oldest first. */
export interface DayFigures<Row> {
  rows: readonly Row[]
  bars: Measure<Row>
  line: Measure<Row>
}

/** One of the figures that every day has. */
export interface Measure<Row> {
  label: string
  of: (row: Row) => number
  /** In full, with its unit. */
  format: (amount: number) => string
  /** For an axis, where there is little room. */
  short: (amount: number) => string
  /** What is counted; two figures of one unit share an axis. */
  unit: string
}

export interface DayRow {
  /** `yyyy-MM-dd` */
  day: string
}
