import { expect, it } from 'vitest'
import { bundleProduct } from './bundle-server.mjs'

const { outputs } = await bundleProduct()

it('has no module of the demo in what a production server loads', () => {
  const files = ['server/dist/main.js', ...Object.keys(outputs).filter((file) => /-(?:thread|process)\.js$/.test(file))]
  for (const file of files) {
    const imported =
      outputs[file]?.imports.filter(({ kind, external }) => kind === 'import-statement' && !external) ?? []
    files.push(...imported.map(({ path }) => path).filter((path) => !files.includes(path)))
  }
  expect(files.toSorted()).toEqual([
    'server/dist/download-thread.js',
    'server/dist/image-process.js',
    'server/dist/main.js',
    'server/dist/shared.js',
    'server/dist/statement-thread.js',
  ])
  const modules = files.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}))
  expect(modules).toContain('server/src/server.ts')
  expect(modules.filter((module) => !/^(?:server|contract)\/src\//.test(module))).toEqual([])
})

it('has the demo in one file, which the server loads on demand', () => {
  const onDemand = outputs['server/dist/main.js']?.imports.filter(({ kind }) => kind === 'dynamic-import') ?? []
  expect(onDemand.filter(({ external }) => !external).map(({ path }) => path)).toEqual(['demo/dist/demo.js'])
  const demo = Object.keys(outputs['demo/dist/demo.js']?.inputs ?? {})
  expect(demo).toContain('demo/src/fill.ts')
  expect(demo).toContain('demo/src/simulator/simulator.ts')
})

it('loads what traces and buckets need only where they are configured', () => {
  const files = Object.values(outputs).flatMap(({ imports }) => imports)
  const kindsOf = (name: string) => new Set(files.filter(({ path }) => path.startsWith(name)).map(({ kind }) => kind))
  expect(kindsOf('@aws-sdk/')).toEqual(new Set(['dynamic-import']))
  for (const name of ['@opentelemetry/sdk-', '@opentelemetry/exporter-', '@opentelemetry/resources']) {
    expect(kindsOf(name)).toEqual(new Set(['dynamic-import']))
  }
})
