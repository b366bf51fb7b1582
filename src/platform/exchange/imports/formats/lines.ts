/** Lines of a text of any length. */
const MAX_LINE = 1024 ** 2

/** @throws RangeError for a line over a megabyte */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const part of bytes) {
    const lines = (rest + decoder.decode(part, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_LINE) throw new RangeError('A line is too long.')
    for (const line of lines) yield line
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
