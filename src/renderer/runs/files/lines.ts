/** Lines as they arrive, chunks cut anywhere; empty lines are left out. */

export interface LineParser {
  push(chunk: string): string[]
  finish(): string[]
}

export function lineParser(): LineParser {
  let rest = ''
  return {
    push(chunk) {
      const parts = (rest + chunk).split('\n')
      rest = parts.pop() ?? ''
      return parts.map(withoutCr).filter((line) => line !== '')
    },
    finish() {
      const last = withoutCr(rest)
      rest = ''
      return last === '' ? [] : [last]
    },
  }
}

const withoutCr = (line: string) => (line.endsWith('\r') ? line.slice(0, -1) : line)
