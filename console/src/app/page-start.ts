// Runs before the page is painted, while its bundle is still loaded and compiled. It is a script of its own, so it imports no library.
import { sendEarlyReads } from '../api/early-reads.ts'
import { firstReads } from './first-reads.ts'

/** Sets the colour scheme: a chosen one that is not the system's would otherwise begin with a flash. */
function setColourScheme(): void {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  document.documentElement.dataset['mantineColorScheme'] = chosen === 'light' || chosen === 'dark' ? chosen : system
}

setColourScheme()
sendEarlyReads(firstReads(location.pathname + location.search))
