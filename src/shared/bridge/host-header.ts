/** A request has exactly one Host header (RFC 9112, 3.2): of two, a proxy may use one and the server the other. */

/** `rawHeaders`: alternating names and values, as Node gives them. */
export const namesHostTwice = (rawHeaders: readonly string[]): boolean =>
  rawHeaders.filter((text, i) => i % 2 === 0 && text.toLowerCase() === 'host').length > 1
