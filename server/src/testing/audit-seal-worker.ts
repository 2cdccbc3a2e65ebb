import { openDatabase } from '../db/database.ts'
import { sealRows } from '../ledger/audit-seals/seal-rows.ts'
import { testSeal } from './factories.ts'

// Process that tests kill: seals the audit of the given database without a pause.

const { db } = openDatabase(process.argv[2] ?? '', { max: 2 })
console.log('ready')
for (;;) await sealRows(db, testSeal)
