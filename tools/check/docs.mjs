/**
 * Finds the names in a document that the repository does not have: links, paths, scripts, commands, databases, labels.
 */
import { posix } from 'node:path'
import { LAYERS } from './layers.mjs'

/**
 * The long options of a command, or its subcommands.
 * @typedef {object} KnownCommand
 * @property {readonly string[]} options
 * @property {Readonly<Record<string, KnownCommand>>} [commands]
 */
/**
 * The names that documents may use. Paths are relative to the root of the repository, with slashes.
 * @typedef {object} KnownNames
 * @property {readonly string[]} files
 * @property {readonly string[]} scripts
 * @property {Readonly<Record<string, KnownCommand>>} commands
 * @property {readonly string[]} databases
 * @property {readonly string[] | null} labels of the app, with `\0` for each filled-in part; null leaves labels unchecked
 * @property {(file: string) => string} textOf returns the text of one of the files
 */

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
/** The expressions of the wildcards of a glob, other than a single star. */
const WILDCARDS = new Map([
  ['**/', '(?:.*/)?'],
  ['**', '.*'],
])
const LABEL = /\*\*((?:[^*\n]|\n(?!\n))+)\*\*/g

/** @param {string} text */
const withoutFences = (text) => text.replaceAll(FENCE, '')
/** @param {string} text */
const spansOf = (text) => [...withoutFences(text).matchAll(SPAN)].map(([, , code = '']) => code.trim())
/** @param {string} text */
const fencesOf = (text) => [...text.matchAll(FENCE)].map((m) => m[0].split('\n').slice(1, -1).join('\n'))
/** @param {string} text */
const proseOf = (text) => withoutFences(text).replaceAll(SPAN, '')

/**
 * The anchors that GitHub gives to the headings of a document; repeated headings are numbered.
 * @param {string} text
 * @returns {string[]}
 */
export function anchorsOf(text) {
  const seen = new Map()
  return [...withoutFences(text).matchAll(/^ {0,3}#{1,6}\s+(.*?)\s*#*$/gm)].map(([, title = '']) => {
    const plain = title.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
    const anchor = plain.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-')
    const times = seen.get(anchor) ?? 0
    seen.set(anchor, times + 1)
    return times === 0 ? anchor : `${anchor}-${times}`
  })
}

/**
 * Returns an expression for the paths that a glob matches; a placeholder such as `<kind>` stands for one name.
 * @param {string} glob
 */
export function globPattern(glob) {
  const source = glob
    .replaceAll(/<[^>]*>/g, '*')
    .replaceAll(/[.+^$()|[\]\\]/g, '\\$&')
    .replaceAll(/\{([^}]*)\}/g, (_, /** @type {string} */ names) => `(?:${names.replaceAll(',', '|')})`)
    .replaceAll(/\*\*\/|\*\*|\*/g, (stars) => WILDCARDS.get(stars) ?? '[^/]*')
  return new RegExp(`^${source}$`)
}

/**
 * The paths in a span, from the root of the repository; a document may leave out `src`, or name a source file alone.
 * @param {string} span
 */
function pathsOf(span) {
  /** @param {string} word */
  const isPath = (word) => ROOTS.includes(PATH.exec(word)?.[1] ?? '')
  if ((PATH.exec(span)?.[1] ?? '') in LAYERS) return [`src/${span}`]
  if (SOURCE_FILE.test(span)) return [`**/${span}`]
  return span.split(/\s+/).filter(isPath)
}

/**
 * True when the path, or a path that the glob matches, is a file or a folder of files.
 * @param {string} path
 * @param {readonly string[]} files
 */
function exists(path, files) {
  const pattern = globPattern(path.replace(/\/$/, ''))
  return files.some((file) => pattern.test(file) || foldersOf(file).some((folder) => pattern.test(folder)))
}

/** @param {string} file */
const foldersOf = (file) =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, i, names) => names.slice(0, i + 1).join('/'))

/**
 * @param {string} file
 * @param {string} target
 * @param {KnownNames} known
 */
function linkProblem(file, target, { files, textOf }) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return null
  const [path = '', anchor] = target.split('#')
  const at = path === '' ? file : posix.normalize(posix.join(posix.dirname(file), decodeURIComponent(path)))
  const isThere = files.includes(at) || files.some((f) => f.startsWith(`${at.replace(/\/$/, '')}/`))
  if (!isThere) return `the link ${target} leads to no file`
  if (!anchor) return null
  return anchorsOf(textOf(at)).includes(anchor) ? null : `the link ${target} leads to no heading`
}

/**
 * @param {string} line
 * @param {KnownNames} known
 */
function commandProblems(line, { commands }) {
  const [name = '', ...words] = line.trim().split(/\s+/)
  if (name === '' || name.startsWith('<') || name.startsWith('-')) return []
  const known = commands[name]
  if (!known) return [`there is no command “sightline ${name}”`]
  let command = known
  let called = name
  for (const word of words) {
    if (!command.commands) break
    called = `${called} ${word}`
    const next = command.commands[word]
    if (!next) return [`there is no command “sightline ${called}”`]
    command = next
  }
  const { options } = command
  return words
    .flatMap((word) => /^--[\w-]+/.exec(word)?.[0] ?? [])
    .filter((option) => option !== '--help' && !options.includes(option))
    .map((option) => `“sightline ${called}” has no option ${option}`)
}

/**
 * True when the app shows the label; NUL in a label of the app stands for a number or a quoted name.
 * @param {string} label
 * @param {readonly string[]} labels
 */
function isShown(label, labels) {
  if (labels.includes(label)) return true
  /** @param {string} part */
  const literal = (part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return labels
    .map((known) => known.split('\0'))
    .some((parts) => parts.length > 1 && new RegExp(`^${parts.map(literal).join(FILLED)}$`).test(label))
}

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
const firstGroups = (text, pattern) => [...text.matchAll(pattern)].map(([, group = '']) => group)

/**
 * What `say` makes of each name that isn't known.
 * @param {readonly string[]} names
 * @param {(name: string) => boolean} isKnown
 * @param {(name: string) => string} say
 */
const missing = (names, isKnown, say) => names.filter((name) => !isKnown(name)).map(say)

/**
 * Messages about each name in `text`, the document at `file`, that `known` does not have. Labels, which are the bold
 * words, are checked where `known` has them.
 * @param {string} file
 * @param {string} text
 * @param {KnownNames} known
 * @returns {string[]}
 */
export function docProblems(file, text, known) {
  const prose = proseOf(text)
  const code = [...spansOf(text), ...fencesOf(text)]
  /** @param {RegExp} pattern */
  const inCode = (pattern) => code.flatMap((part) => firstGroups(part, pattern))
  const links = [INLINE_LINK, NESTED_IMAGE, REFERENCE].flatMap((pattern) => firstGroups(prose, pattern))
  const { labels } = known
  const problems = [
    ...links.flatMap((target) => linkProblem(file, target, known) ?? []),
    ...missing(
      code.flatMap(pathsOf),
      (path) => exists(path, known.files),
      (path) => `the path ${path.replace('**/', '')} leads to no file`,
    ),
    ...missing(
      firstGroups(text, SCRIPT),
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
      firstGroups(withoutFences(text), LABEL).map((label) => label.replaceAll(/\s+/g, ' ')),
      (label) => labels === null || isShown(label, labels),
      (label) => `the app shows no “${label}”`,
    ),
  ]
  return [...new Set(problems)].map((problem) => `${file}: ${problem}`)
}
