import { contract } from '@kobo/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uuidv7 } from '../../uuid.ts'
import { allChecks } from '../../ledger/verify.ts'
import { startApp, type TestApp } from '../../testing/app.ts'
import { anAuditRow, sealAll } from '../../testing/audit-seals.ts'

const { state } = contract.auditSeals

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

it('returns the newest seal, what waits for one and the last check', async () => {
  const ada = await app.signIn({ role: 'AUDITOR' })
  const first = await anAuditRow(app.db, { minutesAgo: 5 })
  const { at } = await app.db.selectFrom('audit').select('at').where('id', '=', first).executeTakeFirstOrThrow()
  expect((await ada.call(state, {})).data).toEqual({
    head: null,
    sealedRecords: 0,
    oldestUnsealedAt: at,
    lastCheck: null,
  })
  const [seal] = await sealAll(app.db)
  await app.db
    .insertInto('ledger_check')
    .values({
      id: uuidv7(Date.parse('2026-11-20T10:00:00.000Z')),
      created_at: '2026-11-20T10:00:00.000Z',
      moved_at: '2026-11-20T10:00:00.000Z',
      ended_at: '2026-11-20T10:01:00.000Z',
      done: allChecks.length,
      total: allChecks.length,
      findings: JSON.stringify([
        { kind: 'audit-row-changed', harm: 'auditGaps', count: 2 },
        { kind: 'role-without-audit', harm: 'auditGaps', count: 3 },
      ]),
    })
    .execute()
  expect((await ada.call(state, {})).data).toEqual({
    head: { no: 1, hash: seal?.hash, at: seal?.at.replace('000Z', 'Z') },
    sealedRecords: seal?.n,
    oldestUnsealedAt: null,
    lastCheck: { endedAt: '2026-11-20T10:01:00.000Z', faults: 2 },
  })
  const support = await app.signIn({ role: 'SUPPORT' })
  expect(await support.call(state, {})).toMatchObject({ status: 403 })
})
