import { File as NodeFile } from 'node:buffer'
import { notifications } from '@mantine/notifications'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { forgetIntents } from '../api/intents.ts'
import { apiServer } from './api-server.ts'

// The first screen of a test file loads its parts; a busy machine takes its time.
configure({ asyncUtilTimeout: 10_000 })

// What the UI kit asks of a browser and jsdom does not have.
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
// What answers the requests here is Node's, and reads the files and forms of Node alone.
const form = await new Response(new URLSearchParams()).formData()
Object.assign(window, { File: NodeFile, FormData: form.constructor })
// Pictures of files are not painted here.
URL.createObjectURL = () => 'blob:http://localhost/picture'
URL.revokeObjectURL = () => {}
// A drop-down hides when what it belongs to is out of sight: everything has a place and the window has a size.
window.HTMLElement.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
Object.defineProperties(document.documentElement, {
  clientWidth: { value: 1440, configurable: true },
  clientHeight: { value: 900, configurable: true },
})
Object.defineProperty(document, 'fonts', {
  value: { addEventListener: () => {}, removeEventListener: () => {} },
  configurable: true,
})

beforeAll(() => apiServer.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  cleanup()
  // Toasts outlive the page that showed them.
  notifications.clean()
  vi.useRealTimers()
  apiServer.resetHandlers()
  forgetIntents()
  localStorage.clear()
  sessionStorage.clear()
})
afterAll(() => apiServer.close())
