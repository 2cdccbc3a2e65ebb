import { everyRow } from '@kobo/server/testing/every-call'
import { runRepairs } from '@kobo/server/testing/run-inline'
import type { Progress } from '@kobo/server/demo'
import { fillDemoWorld } from '../fill.ts'
import { describe, expect, it } from 'vitest'
import { count, seal, transactions, world } from './world.ts'

export function testBuilding(): void {
  describe('building', () => {
    it('leaves nothing for backfills and repairs to do', async () => {
      const { catch_up: _noted, repair: _none, ...before } = await everyRow(world().database.db)
      await world().database.db.deleteFrom('catch_up').where('name', '<>', 'virtual accounts counted').execute()
      await runRepairs(world().database.db)
      const { catch_up: _anew, repair: _scans, ...after } = await everyRow(world().database.db)
      expect(after).toEqual(before)
    })

    it('reports steadily increasing progress up to the total', () => {
      const { progress } = world()
      for (const [step, { done, total }] of progress.entries()) {
        expect(done).toBeLessThanOrEqual(total)
        if (step > 1) expect(done).toBeGreaterThanOrEqual(progress[step - 1]?.done ?? 0)
      }
      const last = progress.at(-1)
      expect(last?.done).toBe(last?.total)
    })

    it('changes nothing and reports nothing when the world exists already', async () => {
      const { database, files } = world()
      const before = [await count('merchant'), await count('file'), await count('account'), await count('staff')]
      const reported: Progress[] = []
      await fillDemoWorld({
        database,
        files,
        seal,
        now: new Date(),
        transactions,
        onProgress: (step) => reported.push(step),
      })
      expect([await count('merchant'), await count('file'), await count('account'), await count('staff')]).toEqual(
        before,
      )
      expect(reported).toEqual([])
    })
  })
}
