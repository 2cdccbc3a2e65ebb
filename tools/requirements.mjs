// @ts-check
// Updates docs/requirements.md with the test files that name each requirement: npm run requirements
import './node-version.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { drift, provedBy, refreshed, requirementsFile } from './checks/requirements.mjs'

const proofs = provedBy()
const text = refreshed(readFileSync(requirementsFile, 'utf8'), proofs)
writeFileSync(requirementsFile, text)
const faults = drift(text, proofs)
for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
