/** Keys that do the same belong on one line. */

export interface KeyLine {
  keys: string[]
  what: string
}

const SYMBOLS: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' }

/** One line per label, in the order of the first of each; arrow keys as signs. */
export function groupKeys(shortcuts: readonly { keys: string; label: string }[]): KeyLine[] {
  const lines = new Map<string, KeyLine>()
  for (const { keys, label } of shortcuts) {
    const line = lines.get(label) ?? { keys: [], what: label }
    line.keys.push(keys.replace(/[A-Z][A-Za-z]+/g, (word) => SYMBOLS[word] ?? word))
    lines.set(label, line)
  }
  return [...lines.values()]
}
