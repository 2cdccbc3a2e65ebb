import { createContext, use } from 'react'

/** Whether the component is inside a row of a list. */
export const InRow = createContext(false)

/** Returns the tab index of a row's secondary controls: arrow keys reach them, Tab skips them. */
export function useRowTabIndex(): -1 | undefined {
  return use(InRow) ? -1 : undefined
}
