/** Wraps names into little space. */

const known = new Map<string, readonly string[]>()
const MAX_KNOWN = 5_000

/** Wraps a name into that number of lines and truncates the last one; cached, because each frame repeats the names. */
export function wrapped(
  context: CanvasRenderingContext2D,
  name: string,
  room: number,
  most: number,
): readonly string[] {
  const key = `${Math.round(room)} ${most} ${name}`
  const before = known.get(key)
  if (before) return before
  const lines = ['']
  for (const word of name.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`.trim()
    const fits = lines.length === most || lines.at(-1) === '' || context.measureText(longer).width <= room
    if (fits) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const cut = lines.map((line) => shortened(context, line, room))
  // Each zoom level has its own entries.
  if (known.size >= MAX_KNOWN) known.clear()
  known.set(key, cut)
  return cut
}

function shortened(context: CanvasRenderingContext2D, line: string, room: number): string {
  let text = line
  for (let end = line.length - 1; end > 0 && context.measureText(text).width > room; end--) {
    text = `${line.slice(0, end).trimEnd()}…`
  }
  return text
}
