import { sql } from 'kysely'
import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { bundled } from '../testing/bundled.ts'
import { anAuditRow, sealAll } from '../testing/audit-seals.ts'
import { someAccounts } from '../testing/customer-accounts.ts'
import { aDatabase } from '../testing/database.ts'
import { at, countsByCode, findingsAfter, healthyLedger } from '../testing/healthy-ledger.ts'
import { payOut, record } from '../testing/ledger-fixtures.ts'
import { idAt, ownRates, testSecret } from '../testing/factories.ts'
import { serverRoot } from '../server-folder.ts'
import { verifyLedger } from './verify.ts'

const { db, shop } = await healthyLedger()

describe('verifyLedger', () => {
  it('finds nothing in a healthy ledger', async () => {
    expect(countsByCode(await verifyLedger(db))).toEqual({})
  })

  it('has a test file beside each file of checks', () => {
    const files = readdirSync(`${serverRoot()}/src/ledger/checks`)
    const untested = files.filter(
      (file) => file.endsWith('-checks.ts') && !files.includes(file.replace('.ts', '.test.ts')),
    )
    expect(untested).toEqual([])
  })

  it('names up to five ids for each code', async () => {
    const ids = Array.from({ length: 7 }, () => idAt(at)).toSorted()
    const found = await findingsAfter(
      async (t) => {
        for (const id of ids) await record(t, shop, { id, status: 'SUCCESS', response_code: '00' })
      },
      (findings) => findings.lost,
    )
    const sentence = 'Successful transactions without ledger entries'
    expect(found).toEqual([{ kind: 'success-without-entries', count: 7, ids: ids.slice(0, 5), sentence }])
  })
})

describe('npm run verify', () => {
  it('prints the findings and exits with code 1 when there are any', async () => {
    const priced = await aDatabase()
    const [payer] = await someAccounts(priced.db, 'PRODUCTION')
    const inflows = { type: 'NOMINAL', percentageBasisPoints: 0, capKobo: 0, nominalKobo: 1000 }
    const rates = { accountCreationKobo: 0, maintenanceKobo: 0, inflows }
    await ownRates(priced.db, payer.merchantId, 'staticAccounts', rates)
    const nothing = 'lost 0, duplicated 0, imbalance 0, audit gaps 0\n'
    const env = { SECRET: testSecret }
    expect(await command(priced, [], env)).toEqual({ code: 0, output: nothing })
    const id = await priced.db.transaction().execute((t) => payOut(t, payer, 'FAILED', { response_code: null }))
    expect(await command(priced, [], env)).toEqual({
      code: 1,
      output:
        `1 × payout-without-audit: Payouts finalized by an operator without an audit record: ${id}\n` +
        'lost 0, duplicated 0, imbalance 0, audit gaps 1\n',
    })
    await priced.close()
  })

  it('names a wallet whose number was copied from another one', async () => {
    const copied = await aDatabase()
    const [, from] = await someAccounts(copied.db, 'PRODUCTION')
    const [, to] = await someAccounts(copied.db, 'PRODUCTION')
    await sql`
      update wallet set bvn = other.bvn, sealed_bvn = other.sealed_bvn from wallet as other
      where wallet.id = ${to.walletId} and other.id = ${from.walletId}`.execute(copied.db)
    const { code, output } = await command(copied, [], { SECRET: testSecret })
    expect(code).toBe(1)
    expect(output).toContain(
      `1 × sealed-value-unopened: Rows of wallet with a sealed value that does not open in its place: ${to.walletId}\n`,
    )
    await copied.close()
  })

  it('checks the proofs of audit seals by SECRET, and a head that was kept elsewhere', async () => {
    const audited = await aDatabase()
    await anAuditRow(audited.db)
    const [{ hash } = expect.fail()] = await sealAll(audited.db)
    const nothing = 'lost 0, duplicated 0, imbalance 0, audit gaps 0\n'
    const env = { SECRET: testSecret }
    expect(await command(audited, [], {})).toEqual({
      code: 0,
      output: `Sealed values and the proofs of audit seals were not checked: SECRET is not set\n${nothing}`,
    })
    expect(await command(audited, ['--anchor', `1:${hash}`], env)).toEqual({ code: 0, output: nothing })
    const other = await command(audited, ['--anchor', `2:${hash}`], { SECRET: 'a secret that is not ours' })
    expect(other.code).toBe(1)
    expect(other.output).toContain('1 × audit-proof-mismatch: Audit seals without a proof by SECRET that matches: 1\n')
    expect(other.output).toContain('1 × audit-anchor-missing: ')
    await audited.close()
  })
})

/** Runs `npm run verify`. */
function command(
  { url }: { url: string },
  args: string[] = [],
  environment: object = {},
): Promise<{ code: number; output: string }> {
  const env = { ...process.env, SECRET: '', DATABASE_URL: url, ...environment }
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [bundled('ledger/verify-command.ts'), ...args],
      { env, cwd: serverRoot() },
      (error, output) => resolve({ code: typeof error?.code === 'number' ? error.code : 0, output }),
    )
  })
}
