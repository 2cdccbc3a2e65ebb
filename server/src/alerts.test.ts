import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { addGauges } from './gauges.ts'
import { openLanes } from './rails/lanes.ts'
import { startApp, type TestApp } from './testing/app.ts'

const root = join(import.meta.dirname, '../..')
const folder = join(root, 'deploy/prometheus')
const readYaml = (kind: string) =>
  readdirSync(join(folder, kind)).map((file): unknown => parse(readFileSync(join(folder, kind, file), 'utf8')))

const rule = z.strictObject({
  alert: z.string().regex(/^[A-Z]\w+$/),
  expr: z.string(),
  for: z.string().optional(),
  labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
  annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
})
const ruleFile = z.strictObject({ groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule) })) })
const testFile = z.object({
  tests: z.array(
    z.object({
      alert_rule_test: z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) })),
    }),
  ),
})

const rules = readYaml('rules').flatMap((file) => ruleFile.parse(file).groups.flatMap((group) => group.rules))

/** Metric names in an expression: what is no function, operator, label or duration. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"|'[^']*'/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '')
  const words = bare.match(/[a-zA-Z_:][\w:]*(?!\w|\s*\()/g) ?? []
  const operators = new Set(['and', 'or', 'unless', 'bool', 'offset'])
  const functions = new Set(bare.match(/[a-z_]+(?=\s*\()/g))
  const aggregations = new Set(['sum', 'min', 'max', 'count', 'avg'])
  return words.filter((word) => !operators.has(word) && !functions.has(word) && !aggregations.has(word))
}

describe('alert rules', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startApp({ jobs: 'running' })
    addGauges(app.services.metrics, { db: app.db, lanes: openLanes(), dataDir: '.' })
  })
  afterAll(() => app.close())

  it('name only metrics that the server serves', async () => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    const served = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)/gm)].flatMap(([, name = '', type]) => {
        return type === 'histogram' ? [`${name}_count`, `${name}_sum`, `${name}_bucket`] : [name]
      }),
    )
    // Prometheus's own.
    served.add('up')
    const unknown = rules.flatMap(({ alert, expr }) =>
      metricsIn(expr).flatMap((metric) => (served.has(metric) ? [] : [`${alert}: ${metric}`])),
    )
    expect(unknown).toEqual([])
    expect(rules.flatMap(({ expr }) => metricsIn(expr)).length).toBeGreaterThanOrEqual(rules.length)
  })

  it('have unique names, and a runbook that begins with what to look at', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    const faults = rules.flatMap(({ alert, annotations: { runbook } }) => {
      const path = join(root, runbook)
      if (!existsSync(path)) return [`${alert}: no page ${runbook}`]
      const page = readFileSync(path, 'utf8')
      const [section] = page.match(/^## .*/m) ?? []
      return section === '## Look at' && page.includes(`\`${alert}\``) ? [] : [`${alert}: ${runbook}`]
    })
    expect(faults).toEqual([])
  })

  it('each have a test in which they fire, and one in which they do not', () => {
    const cases = readYaml('tests').flatMap((file) =>
      testFile.parse(file).tests.flatMap((test) => test.alert_rule_test),
    )
    const untested = rules.flatMap(({ alert }) => {
      const own = cases.filter(({ alertname }) => alertname === alert)
      const fires = own.some(({ exp_alerts }) => exp_alerts.length > 0)
      return fires && own.some(({ exp_alerts }) => exp_alerts.length === 0) ? [] : [alert]
    })
    expect(untested).toEqual([])
  })
})
