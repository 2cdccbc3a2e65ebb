/** Texts that most areas' lists use instead of the defaults. */
export const listWords = { refetch: 'Refetct List' }
