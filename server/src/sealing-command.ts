import { parseArgs } from 'node:util'
import { openDatabase } from './db/database.ts'
import { keyUses } from './db/sealed-values.ts'
import { withDatabase } from './db/with-database.ts'
import { raiseForm, sealingForm } from './engine/sealing/sealing-form.ts'
import { listItemErrors } from './jobs/item-errors.ts'
import { errorLine } from './jobs/report-failures.ts'
import { provenOnlyBy } from './ledger/audit-seals/proofs.ts'
import { StartupError } from './startup-error.ts'

const usage = `npm run sealing               lists what each key has sealed
npm run sealing -- --raise    seals with the key's name and the row from now on: all servers must be of this release`

/** Shows which keys have sealed what is stored, so that an operator knows which secret is still needed. */
await withDatabase(async (url) => {
  const { values, positionals } = parseArgs({
    options: { raise: { type: 'boolean' } },
    allowPositionals: true,
    strict: false,
  })
  if (positionals.length > 0) throw new StartupError(usage)
  const { db, close } = openDatabase(url, { max: 1, applicationName: 'kobo-console sealing' })
  const say = (text: string) => void process.stdout.write(`${text}\n`)
  try {
    if (values['raise'] === true) await raiseForm(db)
    const form = await sealingForm(db)
    say(
      form === 2
        ? 'Values are sealed with the name of their key, and bound to their row'
        : 'Values are sealed as in the release before: run "npm run sealing -- --raise" once all servers are of this release',
    )
    const uses = await keyUses(db)
    const registered = (await db.selectFrom('sealing_key').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    )
    const names = new Set([...registered, ...uses.flatMap(({ key }) => (key === null ? [] : [key]))])
    for (const name of names) {
      say(`key ${name}`)
      for (const { where, values: count } of uses.filter(({ key }) => key === name)) say(lineOf(where, count))
      const by = [...names].filter((other) => other !== name)
      const proofs = await provenOnlyBy(db, { name, by })
      if (proofs > 0) say(lineOf('seals of the audit that only it proves', proofs))
    }
    const unnamed = uses.filter(({ key }) => key === null)
    if (unnamed.length > 0) say('in the form of the release before, of any key')
    for (const { where, values: count } of unnamed) say(lineOf(where, count))
    const failing = (await listItemErrors(db)).filter(({ job }) => job === 'reseal')
    for (const error of failing) say(errorLine(error))
  } finally {
    await close()
  }
})

function lineOf(where: string, count: number): string {
  return `  ${where.padEnd(40)} ${count.toLocaleString('en').padStart(12)}`
}
