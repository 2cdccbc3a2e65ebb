/** Page that opens after a sign-in. */
export type StartPage = 'merchants' | 'my-work'

/** Key in this browser's storage of the chosen page. */
export const startPageKey = 'kobo.start-page'

/** Returns the chosen page. */
export function startPage(): StartPage {
  // Stored as JSON by the setting.
  return localStorage.getItem(startPageKey) === '"my-work"' ? 'my-work' : 'merchants'
}
