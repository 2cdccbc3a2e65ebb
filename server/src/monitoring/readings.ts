import { databaseReadings } from './database-readings.ts'
import { moneyReadings } from './money-readings.ts'
import type { Reading } from './reading.ts'
import { workReadings } from './work-readings.ts'

/** Everything that is read from the database for `/metrics`; whether it accepts writes comes first. */
export const readings: readonly Reading[] = [...databaseReadings, ...workReadings, ...moneyReadings]
