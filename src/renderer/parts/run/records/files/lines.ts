/** Splits streamed text into lines, with chunks cut anywhere; empty lines are skipped. */

export interface LineParser {
  push(chunk: string): string[]
  finish(): string[]
}

export function lineParser(): LineParser {
  let rest = ''
  return {
    push(chunk) {
      const lines: string[] = []
      const text = rest + chunk
      let from = 0
      for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
        const end = text[to - 1] === '\r' ? to - 1 : to
        if (end > from) lines.push(text.slice(from, end))
        from = to + 1
      }
      rest = text.slice(from)
      return lines
    },
    finish() {
      const last = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      rest = ''
      return last === '' ? [] : [last]
    },
  }
}
