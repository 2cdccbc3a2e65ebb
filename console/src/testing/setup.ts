import { File as NodeFile } from 'node:buffer'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { setServerTime } from '../api/clock.ts'
import { forgetIntents } from '../api/intents.ts'
import { apiServer } from './api-server.ts'
import { printOnlyFailures, simplifyComputedStyles, skipOwnerStacks } from './quick-dom.ts'

// The first screen of a test file loads its lazy components, which takes time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// Browser APIs that Mantine needs and jsdom lacks.
window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addListener: () => {},
  removeListener: () => {},
  addEventListener: () => {},
  removeEventListener: () => {},
  dispatchEvent: () => false,
})
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}
window.HTMLElement.prototype.scrollIntoView = () => {}
window.scrollTo = () => {}
// Requests are handled by Node, which reads only its own files and forms.
const form = await new Response(new URLSearchParams()).formData()
Object.assign(window, { File: NodeFile, FormData: form.constructor })
// jsdom does not render images of files.
URL.createObjectURL = () => 'blob:http://localhost/picture'
URL.revokeObjectURL = () => {}
// Drop-downs hide when their reference is out of view, so every element has a position and the window a size.
window.HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
Object.defineProperties(document.documentElement, {
  clientWidth: { value: 1440, configurable: true },
  clientHeight: { value: 900, configurable: true },
})
Object.defineProperty(document, 'fonts', {
  value: { addEventListener: () => {}, removeEventListener: () => {} },
  configurable: true,
})

simplifyComputedStyles()
skipOwnerStacks()
printOnlyFailures()

beforeAll(() => apiServer.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  // Toasts outlive the page that showed them.
  notifications.clean()
  vi.useRealTimers()
  // Its offset from a time that was set for a test would shift the next one.
  setServerTime(Date.now())
  apiServer.resetHandlers()
  forgetIntents()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => apiServer.close())
