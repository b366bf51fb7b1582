/** A request names its host once (RFC 9112, 3.2): of two, a proxy may go by one and the server by the other. */

/** `rawHeaders`: names and values in turn, as Node gives them. */
export const namesHostTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1
