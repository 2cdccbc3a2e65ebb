import { createContext, use } from 'react'

/** Whether what stands here stands in a row of a list. */
export const InRow = createContext(false)

/** The place in the order of Tab of what a row offers beside its own link: arrows lead to it, Tab goes on to the next thing. */
export function useRowTabIndex(): -1 | undefined {
  return use(InRow) ? -1 : undefined
}
