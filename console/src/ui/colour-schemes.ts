/** Colour schemes. Mantine names the system's scheme `auto`. */
export const colourSchemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
] as const
