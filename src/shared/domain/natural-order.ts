/** Names as people sort them: picture 2 before picture 10. */
const collator = new Intl.Collator('en', { numeric: true })

/** A total order, for `sort`. */
export const naturally = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
