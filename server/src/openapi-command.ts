import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contract } from '@kobo/contract'
import type { Call } from '@kobo/contract/kit/call'
import fastify from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { apiPrefix, callSchema } from './http/call-schema.ts'
import { describeRoutes } from './http/documentation.ts'
import { serverRoot } from './server-folder.ts'

/** Writes docs/openapi.json from the contract; with `--check`, only reports whether it is up to date. */
const path = join(dirname(serverRoot()), 'docs', 'openapi.json')
const app = fastify()
app.setValidatorCompiler(validatorCompiler)
app.setSerializerCompiler(serializerCompiler)
await describeRoutes(app)
await app.register(async (scope) => {
  const areas: Record<string, Record<string, Call>> = contract
  for (const [area, calls] of Object.entries(areas)) {
    for (const call of Object.values(calls)) {
      const url = `${apiPrefix}${call.path}`
      scope.route({ method: call.method, url, schema: callSchema(call, area), handler: async () => null })
    }
  }
})
await app.ready()
const generated = `${JSON.stringify(app.swagger(), null, 2)}\n`
if (!process.argv.includes('--check')) {
  writeFileSync(path, generated)
} else if (readFileSync(path, 'utf8') !== generated) {
  process.stderr.write('docs/openapi.json is out of date: run npm run openapi\n')
  process.exitCode = 1
}
