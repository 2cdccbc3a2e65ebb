import type { OpenAPIV3_1 } from 'openapi-types'
import { escapeHtml, plainPage } from './plain-page.ts'

const methods = ['get', 'post', 'patch', 'put', 'delete'] as const

/** Renders the OpenAPI document as HTML: every call with its parameters and fields. */
export function documentationPage(document: object): string {
  const { paths = {}, info } = document as OpenAPIV3_1.Document
  const areas = new Map<string, string[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const method of methods) {
      const operation = item?.[method]
      if (!operation) continue
      const area = operation.tags?.[0] ?? 'other'
      areas.set(area, [...(areas.get(area) ?? []), article(method, path, operation)])
    }
  }
  const sections = [...areas].map(([area, articles]) => `<h2>${escapeHtml(area)}</h2>${articles.join('')}`)
  return plainPage(
    'Kobo Console API',
    `<p>${escapeHtml(info.description ?? '')}</p><p><a href="/api/openapi.json">OpenAPI document</a></p>${sections.join('')}`,
  )
}

function article(method: string, path: string, operation: OpenAPIV3_1.OperationObject): string {
  const rows: string[] = []
  for (const parameter of operation.parameters ?? []) {
    if ('$ref' in parameter) continue
    rows.push(row(parameter.name, parameter.required ? 'query, required' : 'query', shape(parameter.schema)))
  }
  const body = operation.requestBody
  if (body && 'content' in body) rows.push(...fields('body', body.content['application/json']?.schema))
  const reply = operation.responses?.['200']
  if (reply && 'content' in reply) {
    const envelope = reply.content?.['application/json']?.schema
    if (envelope && 'properties' in envelope) rows.push(...fields('data', envelope.properties?.['data']))
  }
  return `<article><h3>${method.toUpperCase()} ${escapeHtml(path)}</h3><p>${escapeHtml(operation.summary ?? '')}
<small>${escapeHtml(operation.description ?? '')}</small></p><table>${rows.join('')}</table></article>`
}

function fields(heading: string, schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null || !('properties' in schema)) return []
  const required = 'required' in schema && Array.isArray(schema.required) ? schema.required : []
  const properties = schema.properties
  if (typeof properties !== 'object' || properties === null) return []
  return Object.entries(properties).map(([name, property]) =>
    row(`${heading}.${name}`, required.includes(name) ? 'always' : 'optional', shape(property)),
  )
}

function row(name: string, when: string, property: string): string {
  return `<tr><td>${escapeHtml(name)}</td><td>${when}</td><td>${escapeHtml(property)}</td></tr>`
}

function shape(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return ''
  if ('enum' in schema && Array.isArray(schema.enum)) return schema.enum.join(' | ')
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.map(shape).join(' or ')
  if ('type' in schema && schema.type === 'array') return `list of ${'items' in schema ? shape(schema.items) : 'any'}`
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null) {
    return `{ ${Object.keys(schema.properties).join(', ')} }`
  }
  return 'type' in schema ? String(schema.type) : ''
}
