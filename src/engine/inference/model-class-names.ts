/** Parses class names as exporters write them into metadata: a Python dict or list literal, or JSON. */

/** Names by class id, gaps filled with `class 3`; null when the text is in none of these forms. */
export function parseClassNames(text: string): string[] | null {
  return fromJson(text) ?? fromPython(text)
}

export const numbered = (count: number): string[] => Array.from({ length: count }, (_, i) => `class ${i}`)

function fromJson(text: string): string[] | null {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  if (Array.isArray(value)) return value.length > 0 && value.every((v) => typeof v === 'string') ? value : null
  if (typeof value !== 'object' || value === null) return null
  return byId(Object.entries(value))
}

/** Ids can be written as `0:` or `'0':`; strings in either quote with backslash escapes. */
const PYTHON_ENTRY = /\s*(?:['"]?(\d+)['"]?\s*:\s*)?(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|$)/y

function fromPython(text: string): string[] | null {
  const trimmed = text.trim()
  const isDict = trimmed.startsWith('{') && trimmed.endsWith('}')
  const isList = trimmed.startsWith('[') && trimmed.endsWith(']')
  if (!isDict && !isList) return null
  const body = trimmed.slice(1, -1).trim().replace(/,$/, '')
  const entries: [string, unknown][] = []
  PYTHON_ENTRY.lastIndex = 0
  while (PYTHON_ENTRY.lastIndex < body.length) {
    const match = PYTHON_ENTRY.exec(body)
    if (!match || (match[1] !== undefined) !== isDict) return null
    entries.push([match[1] ?? String(entries.length), unescaped(match[2] ?? match[3] ?? '')])
  }
  return byId(entries)
}

/** `repr` and `ascii` of Python also write characters by their number. */
const ESCAPE = /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/gs
const CONTROLS = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
])
const MAX_CODE_POINT = 0x10ffff

const unescaped = (text: string) =>
  text.replace(ESCAPE, (whole: string, byte?: string, short?: string, long?: string, other?: string) => {
    if (other !== undefined) return CONTROLS.get(other) ?? other
    const code = Number.parseInt(byte ?? short ?? long ?? '', 16)
    return code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole
  })

/** No model has more classes; guards against `{"999999999": "x"}`. */
const MAX_CLASSES = 100_000

function byId(entries: [string, unknown][]): string[] | null {
  if (entries.length === 0) return null
  const names: string[] = []
  for (const [key, name] of entries) {
    const id = Number(key)
    if (!Number.isInteger(id) || id < 0 || id >= MAX_CLASSES || typeof name !== 'string') return null
    names[id] = name
  }
  return Array.from(names, (name, id) => name ?? `class ${id}`)
}
