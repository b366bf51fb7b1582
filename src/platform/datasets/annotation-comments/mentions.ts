/** Mentions of people in comments. */

/** An @ at the start of a word, and a username or a whole e-mail address behind it. */
const MENTION =
  /(?<![\p{L}\p{N}._%+@-])@([\p{L}\p{N}_%+-](?:[\p{L}\p{N}._%+-]*[\p{L}\p{N}_%+-])?(?:@[\p{L}\p{N}.-]*[\p{L}\p{N}])?)/gu

/** The part of an e-mail address before the @. Several people can have the same one. */
export const usernameOf = (email: string | null): string | null => email?.split('@', 1)[0] ?? null

/** The names behind an @, in lower case. */
export const mentionsIn = (body: string): Set<string> =>
  new Set([...body.matchAll(MENTION)].map(([, name]) => (name as string).toLowerCase()))

/** Ids of the people that the names mean, by username or by e-mail address. */
export const mentionedPeople = (
  names: ReadonlySet<string>,
  people: readonly { user_id: string; email: string | null }[],
): string[] =>
  people
    .filter(({ email }) => email !== null && (names.has(email) || names.has(usernameOf(email) as string)))
    .map(({ user_id }) => user_id)
