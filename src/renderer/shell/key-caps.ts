/** How keys look. */

const SIGNS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  Delete: 'Del',
  ' ': 'Space',
}

/** The caps of a chord: "Ctrl+Shift+Z" is three, "Ctrl++" two. */
export const capsOf = (keys: string): string[] => keys.split(/(?<=.)\+(?=.)/).map((cap) => SIGNS[cap] ?? cap)
