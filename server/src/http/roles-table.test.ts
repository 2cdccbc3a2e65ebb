import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { builtInRoles } from '@kobo/contract/kit/built-in-roles'
import { permissionLabel } from '@kobo/contract/kit/permission-areas'
import { expect, it } from 'vitest'
import { everyCall } from '../testing/every-call.ts'

/** Returns what each built-in role may call, as a table in Markdown. */
function rolesTable(): string {
  const rows = everyCall.flatMap(([name, { permission, effect }]) => {
    if (permission === 'public' || permission === 'own') return []
    const cells = builtInRoles.map(({ rights }) => {
      const held = rights.find((right) => right.permission === permission)
      if (!held) return ''
      return held.maxAmount == null || effect === 'read' ? '●' : `≤ ₦${held.maxAmount.toLocaleString('en')}`
    })
    return [`| \`${name}\` | ${permissionLabel(permission)} | ${cells.join(' | ')} |`]
  })
  return [
    `| Call | Right | ${builtInRoles.map(({ name }) => name).join(' | ')} |`,
    `|---|---|${builtInRoles.map(() => '---').join('|')}|`,
    ...rows,
  ].join('\n')
}

it('AUTH-04 documents what each built-in role may call', () => {
  const path = join(import.meta.dirname, '../../../docs/roles.md')
  expect(readFileSync(path, 'utf8')).toContain(rolesTable())
})
