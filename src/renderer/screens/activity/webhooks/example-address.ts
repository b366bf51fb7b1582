/** An address of a receiver that is nobody’s (RFC 2606). */
export const EXAMPLE_RECEIVER = 'https://example.com/hook'
