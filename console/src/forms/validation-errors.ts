import type { Call } from '@kobo/contract/kit/call'

/** Returns the contract's first error for each field path. */
export function validationErrors(call: Call, request: object): Record<string, string> {
  const declared = call.files ?? {}
  const given = new Map<string, unknown>(Object.entries(request))
  const found: Record<string, string> = {}
  for (const [name, { required }] of Object.entries(declared)) {
    const files = given.get(name)
    given.delete(name)
    if (required !== undefined && !(Array.isArray(files) && files.length > 0)) found[name] = required
  }
  const issues = call.body?.safeParse(Object.fromEntries(given)).error?.issues ?? []
  for (const issue of issues) found[issue.path.join('.')] ??= issue.message
  return found
}
