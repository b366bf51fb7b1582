/** Natural sort order of names: image 2 before image 10. */
const collator = new Intl.Collator('en', { numeric: true })

/** A total order, for `sort`. */
export const naturally = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0)
