/** Texts that most areas' lists use instead of the defaults. */
export const listTexts = { refetch: 'Refetct List' }
