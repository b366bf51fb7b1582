/** A vocabulary from its text, in which commas separate the words. */
export const wordList = (text: string): readonly string[] => text.trim().split(/,\s+/)
