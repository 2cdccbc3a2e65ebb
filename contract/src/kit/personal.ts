import { z } from 'zod'

/** What is left of a personal value without the permission to read it; dates and documents are left out. */
export type PersonalKind = 'email' | 'number' | 'text' | 'date' | 'document'

/** Schemas of personal fields, by which a server masks replies. */
export const personalFields = z.registry<{ kind: PersonalKind }>()

/** Contact detail, date of birth, address or identity document of a person. */
export function personal(kind: PersonalKind) {
  return z.string().nullish().register(personalFields, { kind })
}

/** URLs of documents that show personal data. */
export function personalDocuments() {
  return z.array(z.string()).nullish().register(personalFields, { kind: 'document' })
}
