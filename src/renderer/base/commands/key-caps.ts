/** Formats keys and chords for display. */
import { texts } from '../../texts/texts.ts'

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

/** Returns the label printed on a key. */
export const capOf = (key: string): string => SIGNS[key] ?? key

/** Splits a chord into key labels: "Ctrl+Shift+Z" into three, "Ctrl++" into two. */
export const capsOf = (keys: string): string[] => keys.split(/(?<=.)\+(?=.)/).map(capOf)
