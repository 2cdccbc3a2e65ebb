import { describe, expect, it } from 'vitest'
import { count, now } from './world.ts'

export function testWork(): void {
  describe('work items', () => {
    it('has open items of most kinds, some of them late and some claimed', async () => {
      const open = `work_item where mode = 'PRODUCTION' and closed_at is null`
      const total = await count(open)
      expect(total).toBeGreaterThan(150)
      expect(total).toBeLessThan(300)
      expect(await count(`(select distinct kind from ${open}) as kinds`)).toBeGreaterThanOrEqual(8)
      const late = await count(`${open} and coalesce(paused_at, '${now.toISOString()}') > due_at`)
      expect(late).toBeGreaterThan(20)
      expect(late).toBeLessThan(0.5 * total)
      expect(await count(`${open} and claimed_by is not null`)).toBeGreaterThan(20)
      expect(await count(`${open} and snoozed_until is not null`)).toBe(1)
    })
  })
}
