/** Texts that most areas' lists override. */
export const listWords = { refetch: 'Refetct List' }
