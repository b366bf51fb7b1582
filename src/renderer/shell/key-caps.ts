/** How keys look. */
import { texts } from '../messages/texts.ts'

const caps = texts.shell.keyCaps

const SIGNS: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: caps.escape,
  Delete: caps.delete,
  ' ': caps.space,
  Space: caps.space,
  Ctrl: caps.ctrl,
  Shift: caps.shift,
  Enter: caps.enter,
  Backspace: caps.backspace,
  Home: caps.home,
  End: caps.end,
  Insert: caps.insert,
  PageUp: caps.pageUp,
  PageDown: caps.pageDown,
}

/** What is printed on a key. */
export const capOf = (key: string): string => SIGNS[key] ?? key

/** The caps of a chord: "Ctrl+Shift+Z" is three, "Ctrl++" two. */
export const capsOf = (keys: string): string[] => keys.split(/(?<=.)\+(?=.)/).map(capOf)
