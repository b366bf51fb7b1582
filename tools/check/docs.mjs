/**
 * Finds the names in a document that the repository does not have: links, paths, scripts, commands, databases, labels.
 */
import { posix } from 'node:path'
import { LAYERS } from './layers.mjs'

const FENCE = /^ {0,3}(`{3,}|~{3,}).*\n[\s\S]*?^ {0,3}\1[^\S\n]*$/gm
const SPAN = /(`+)([^`](?:[\s\S]*?[^`])?)\1(?!`)/g
const INLINE_LINK = /!?\[(?:[^\][]|\[[^\]]*\](?:\([^)]*\))?)*\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g
const NESTED_IMAGE = /!\[[^\]]*\]\(([^)\s]+)\)/g
const REFERENCE = /^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm
const PATH = /^([a-z]+)\/[\w./*<>{},-]+$/
const SOURCE_FILE = /^[\w.-]+\.(?:tsx?|mjs|py)$/
/** Folders at the root of the repository whose paths documents name. */
const ROOTS = ['bench', 'bin', 'docs', 'resources', 'src', 'tests', 'tools']
const SCRIPT = /\bnpm run (?:-s |--silent )?([\w:-]+)/g
const COMMAND = /(?:\bnpm run (?:-s )?sightline --|^sightline)(?=\s|$)([^\n#]*)/gm
const DATABASE = /(?:^|[\s/])([\w-]+\.db)\b/g
/** A filled-in part of a label: a number, perhaps with its noun, or a quoted name. */
const FILLED = '(?:\\d[\\w ,]*|“[^”]+”)'
const LABEL = /\*\*((?:[^*\n]|\n(?!\n))+)\*\*/g

const withoutFences = (text) => text.replaceAll(FENCE, '')
const spansOf = (text) => [...withoutFences(text).matchAll(SPAN)].map((m) => m[2].trim())
const fencesOf = (text) => [...text.matchAll(FENCE)].map((m) => m[0].split('\n').slice(1, -1).join('\n'))
const proseOf = (text) => withoutFences(text).replaceAll(SPAN, '')

/** The anchors that GitHub gives to the headings of a document; repeated headings are numbered. */
export function anchorsOf(text) {
  const seen = new Map()
  return [...withoutFences(text).matchAll(/^ {0,3}#{1,6}\s+(.*?)\s*#*$/gm)].map(([, title]) => {
    const plain = title.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

/** Returns an expression for the paths that a glob matches; a placeholder such as `<kind>` stands for one name. */
export function globPattern(glob) {
  const source = glob
    .replaceAll(/<[^>]*>/g, '*')
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{([^}]*)\}/g, (_, names) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/|\*\*|\*/g, (star) => ({ '**/': '(?:.*/)?', '**': '.*' })[star] ?? '[^/]*')
  return new RegExp(`^${source}$`)
}

/** The paths in a span, from the root of the repository; a document may leave out `src`, or name a source file alone. */
function pathsOf(span) {
  const isPath = (word) => ROOTS.includes(PATH.exec(word)?.[1] ?? '')
  if ((PATH.exec(span)?.[1] ?? '') in LAYERS) return [`src/${span}`]
  if (SOURCE_FILE.test(span)) return [`**/${span}`]
  return span.split(/\s+/).filter(isPath)
}

/** True when the path, or a path that the glob matches, is a file or a folder of files. */
function exists(path, files) {
  const pattern = globPattern(path.replace(/\/$/, ''))
  return files.some((file) => pattern.test(file) || foldersOf(file).some((folder) => pattern.test(folder)))
}

const foldersOf = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, i, names) => names.slice(0, i + 1).join('/'))

function linkProblem(file, target, { files, textOf }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null
  const [path = '', anchor] = target.split('#')
  const at = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(path)))
  const isThere = files.includes(at) || files.some((f) => f.startsWith(`${at.replace(/\/$/, '')}/`))
  if (!isThere) return `the link ${target} leads to no file`
  if (!anchor) return null
  return anchorsOf(textOf(at)).includes(anchor) ? null : `the link ${target} leads to no heading`
}

function commandProblems(line, { commands }) {
  const [name = '', ...words] = line.trim().split(/\s+/)
  if (name === '' || name.startsWith('<') || name.startsWith('-')) return []
  let command = commands[name]
  if (!command) return [`there is no command “sightline ${name}”`]
  let called = name
  for (let depth = 0; command.commands && words[depth] !== undefined; depth++) {
    called = `${called} ${words[depth]}`
    command = command.commands[words[depth]]
    if (!command) return [`there is no command “sightline ${called}”`]
  }
  return words
    .flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? [])
    .filter((option) => option !== '--help' && !command.options.includes(option))
    .map((option) => `“sightline ${called}” has no option ${option}`)
}

/** True when the app shows the label; NUL in a label of the app stands for a number or a quoted name. */
function isShown(label, labels) {
  if (labels.includes(label)) return true
  const literal = (part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return labels
    .map((known) => known.split('\0'))
    .some((parts) => parts.length > 1 && new RegExp(`^${parts.map(literal).join(FILLED)}$`).test(label))
}

/**
 * Messages about each name in `text`, the document at `file`, that `known` does not have. Labels, which are the bold
 * words, are checked where `known` has them.
 */
export function docProblems(file, text, known) {
  const prose = proseOf(text)
  const code = [...spansOf(text), ...fencesOf(text)]
  const all = (source, pattern) => [...source.matchAll(pattern)].map((m) => m[1])
  const inCode = (pattern) => code.flatMap((part) => all(part, pattern))
  const links = [INLINE_LINK, NESTED_IMAGE, REFERENCE].flatMap((pattern) => all(prose, pattern))
  const missing = (names, isKnown, say) => names.filter((name) => !isKnown(name)).map(say)
  const problems = [
    ...links.flatMap((target) => linkProblem(file, target, known) ?? []),
    ...missing(
      code.flatMap(pathsOf),
      (path) => exists(path, known.files),
      (path) => `the path ${path.replace('**/', '')} leads to no file`,
    ),
    ...missing(
      all(text, SCRIPT),
      (name) => known.scripts.includes(name),
      (name) => `package.json has no script “${name}”`,
    ),
    ...inCode(COMMAND).flatMap((line) => commandProblems(line, known)),
    ...missing(
      inCode(DATABASE),
      (name) => known.databases.includes(name),
      (name) => `src opens no database “${name}”`,
    ),
    ...missing(
      known.labels ? all(withoutFences(text), LABEL).map((label) => label.replaceAll(/\s+/g, ' ')) : [],
      (label) => isShown(label, known.labels),
      (label) => `the app shows no “${label}”`,
    ),
  ]
  return [...new Set(problems)].map((problem) => `${file}: ${problem}`)
}
