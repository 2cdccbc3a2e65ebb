import { useMay } from './use-may.ts'

export const emailSearchRefusal = 'Your role cannot search by email address'

/** Whether the role may search by email address, which would spell out what the server masks for it. */
export function useMaySearchEmail(): boolean {
  return useMay()({ permission: 'people.read' })
}
