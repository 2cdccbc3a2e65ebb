/** The colours that people choose from; the system's own are `auto` to the UI kit. */
export const colourSchemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const
