import type { Transaction } from '../db/database.ts'

/** Value of a gauge at one combination of its labels. */
export interface Sample {
  gauge: string
  labels?: Readonly<Record<string, string>>
  value: number
}

/** Gauges that are read together by a few statements of bounded cost. */
export interface Reading {
  name: string
  /** Help text and labels of each gauge. */
  gauges: Readonly<Record<string, { help: string; labels?: readonly string[] }>>
  /** Longest age at which values are served again instead of being read; by default that of the reader. */
  freshMs?: number
  /** Reads the values in a read-only transaction; rejects if one of them cannot be read. */
  read(db: Transaction): Promise<readonly Sample[]>
}
