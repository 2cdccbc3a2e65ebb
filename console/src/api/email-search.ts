import { useMay } from './use-may.ts'

/** Whether the role may search by email address, which would spell out what the server masks for it. */
export function useMaySearchEmail(): boolean {
  return useMay()({ permission: 'people.read' })
}
