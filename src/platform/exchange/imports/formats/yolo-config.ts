/**
 * The configurations of a YOLO archive: names of classes, keypoints and splits of each `data.yaml`, and lists of classes. Each
 * belongs to the files of the folders that it names, else to those beside and below it.
 */
import { Lexer, Parser, parse, YAMLError } from 'yaml'
import { IMAGE_SPLITS, type ImageSplit } from '../../../../shared/api/datasets.ts'
import { MAX_DEPTH } from '../../../../shared/domain/limits.ts'
import type { ReadNotes } from '../../../datasets/labels/neutral.ts'
import { type LabelFiles, textOf } from '../archive/label-files.ts'
import { type ArchiveSplits, isImageList, splitOfName } from './archive-splits.ts'
import { noteBroken } from './broken-document.ts'
import { isRecord } from './json-values.ts'

export interface YoloConfig {
  names: ReadonlyMap<number, string>
  /** Keypoints of an object, and numbers of each: 2, or 3 with its visibility. */
  keypoints: readonly [count: number, numbers: number] | null
  /** Names of the keypoints, by class. */
  pointNames: ReadonlyMap<number, readonly string[]>
}

export interface YoloConfigs {
  all: readonly YoloConfig[]
  /** The configuration of a file of labels, by its path and that of its image. */
  of(document: string, image: string): YoloConfig
}

interface Found extends YoloConfig {
  /** The path ends with a slash; it is empty for the top. */
  folder: string
  /** Folders of images, with slashes at their ends. */
  owned: string[]
  isList: boolean
}

export const CLASS_LISTS = /(^|\/)(classes\.txt|[^/]*\.names|labels\.txt|predefined_classes\.txt|_darknet\.labels)$/i
const CONFIG = /\.ya?ml$/i
const CONFIG_BYTES = 4 * 1024 ** 2
/** Aliases count with all that they repeat. */
const MOST_ALIASED = 1000
const NO_CONFIG: YoloConfig = { names: new Map(), keypoints: null, pointNames: new Map() }
const SPLIT_KEYS: Record<ImageSplit, readonly string[]> = {
  train: ['train'],
  valid: ['val', 'valid', 'validation'],
  test: ['test'],
}

export async function yoloConfigs(
  files: LabelFiles,
  imagePaths: Iterable<string>,
  splits: ArchiveSplits,
  notes: ReadNotes,
): Promise<YoloConfigs> {
  const found: Found[] = []
  const places = placesOf(files, imagePaths)
  for (const { name } of files.files) {
    const folder = name.slice(0, name.lastIndexOf('/') + 1)
    try {
      if (CLASS_LISTS.test(name)) {
        const lines = (await textOf(files, name, CONFIG_BYTES)).split(/\r?\n/).map((line) => line.trim())
        const names = new Map([...lines.entries()].filter(([, line]) => line !== ''))
        found.push({ ...NO_CONFIG, names, folder, owned: [], isList: true })
      } else if (CONFIG.test(name)) {
        const value = yamlValue(await textOf(files, name, CONFIG_BYTES))
        // A file of comments alone has no value.
        if (value === null) continue
        if (!isRecord(value)) throw new SyntaxError('The file has no settings.')
        const owned = await declareSplits(value, folder, files, places, splits)
        found.push({ ...configOf(value), folder, owned, isList: false })
      }
    } catch (error) {
      noteBroken(isOfYaml(error) ? new SyntaxError(error.message) : error, name, notes)
    }
  }
  // A file of settings, such as that of a training, has no names.
  const used = found.filter(({ names, keypoints }) => names.size > 0 || keypoints !== null)
  for (const { names } of used) notes.classes([...names].sort(([a], [b]) => a - b).map(([, name]) => name))
  const byFolders = new Map<string, YoloConfig>()
  return {
    all: used,
    of(document, image) {
      const [folder, imageFolder] = [document, image].map((path) => path.slice(0, path.lastIndexOf('/') + 1))
      const key = `${folder}\n${imageFolder}`
      const known = byFolders.get(key) ?? chosen(used, folder as string, imageFolder as string)
      byFolders.set(key, known)
      return known
    },
  }
}

/** Too many aliases are a ReferenceError. */
const isOfYaml = (error: unknown): error is Error => error instanceof YAMLError || error instanceof ReferenceError

/**
 * Reads YAML, whose values are texts. The library calls itself for each level of nesting, and a stack that overflows inside V8 can
 * end the process. The last of repeated keys counts, as in PyYAML.
 * @throws Error for a text that is not YAML, is nested too deeply, or has aliases that repeat a value very often
 */
export function yamlValue(text: string): unknown {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) throw new SyntaxError('Values are nested too deeply.')
  }
  return parse(text, {
    schema: 'failsafe',
    merge: true,
    uniqueKeys: false,
    maxAliasCount: MOST_ALIASED,
    logLevel: 'error',
  })
}

type Values = Readonly<Record<string, unknown>>

function configOf(value: Values): YoloConfig {
  const names = new Map<number, string>()
  for (const [number, name] of numbered(value.names)) {
    if (typeof name === 'string' && name.trim() !== '') names.set(number, name)
  }
  const [count, numbers] = Array.isArray(value.kpt_shape) ? value.kpt_shape.map(Number) : []
  const hasPoints = count !== undefined && Number.isInteger(count) && count > 0 && (numbers === 2 || numbers === 3)
  const pointNames = new Map<number, readonly string[]>()
  for (const [number, list] of numbered(value.kpt_names)) {
    if (Array.isArray(list)) pointNames.set(number, list.map(String))
  }
  return { names, keypoints: hasPoints ? [count, numbers] : null, pointNames }
}

/** The items of a list, or of a map whose keys are numbers. */
function numbered(value: unknown): [number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, item]): [number, unknown][] =>
    Number.isInteger(Number(key)) ? [[Number(key), item]] : [],
  )
}

interface Places {
  folders: ReadonlySet<string>
  files: ReadonlySet<string>
}

function placesOf({ files }: LabelFiles, imagePaths: Iterable<string>): Places {
  const folders = new Set<string>([''])
  for (const path of imagePaths) {
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1)
      if (folders.has(folder)) break
      folders.add(folder)
      if (end === 0) break
    }
  }
  return { folders, files: new Set(files.map(({ name }) => name).filter((name) => name.endsWith('.txt'))) }
}

/** Returns the folders of images that a configuration names. */
async function declareSplits(
  value: Values,
  folder: string,
  files: LabelFiles,
  places: Places,
  splits: ArchiveSplits,
): Promise<string[]> {
  const root = typeof value.path === 'string' ? value.path : ''
  const found: { split: ImageSplit | null; place: string }[] = []
  for (const split of IMAGE_SPLITS) {
    const named = SPLIT_KEYS[split].flatMap((key) => value[key] ?? [])
    for (const path of named.flat()) {
      const place = typeof path === 'string' ? placeOf(path, root, folder, places) : null
      if (place === null) continue
      const other = found.find((one) => one.place === place)
      if (!other) found.push({ split, place })
      else {
        // A data set without a split of its own for each key names one folder for several: it has the split of its name, if any.
        const ofName = splitOfName(place.split('/').at(-2) ?? '')
        if (ofName === split || ofName === undefined) other.split = ofName ?? null
      }
    }
  }
  for (const { split, place } of found) {
    if (split === null) continue
    if (place === '' || place.endsWith('/')) splits.declareFolder(place, split)
    else {
      const text = await textOf(files, place, 256 * 1024 ** 2)
      if (isImageList(text)) splits.declareList(text, split)
    }
  }
  return found.map(({ place }) => place).filter((place) => place.endsWith('/'))
}

/** The folder, or list, of the archive that a path means: below the root or the folder of its file, with as many segments as are there. */
function placeOf(path: string, root: string, folder: string, { folders, files }: Places): string | null {
  const plain = (text: string) =>
    text
      .replaceAll('\\', '/')
      .split('/')
      .filter((segment) => !['', '.', '..'].includes(segment) && !/[*:]/.test(segment))
  const segments = [...plain(root), ...plain(path)]
  for (let from = 0; from < segments.length; from++) {
    const rest = segments.slice(from).join('/')
    for (const base of [folder, '']) {
      if (files.has(base + rest)) return base + rest
      if (folders.has(`${base}${rest}/`)) return `${base}${rest}/`
    }
  }
  return segments.length === 0 ? folder : null
}

function chosen(configs: readonly Found[], folder: string, imageFolder: string): YoloConfig {
  const deepest = (some: { config: Found; depth: number }[]): Found | undefined =>
    some.sort((a, b) => b.depth - a.depth)[0]?.config
  const owner = configs.flatMap((config) => {
    const owned = config.owned.filter((place) => imageFolder.startsWith(place))
    return owned.length > 0 ? [{ config, depth: Math.max(...owned.map(({ length }) => length)) }] : []
  })
  const around = (isList: boolean) =>
    configs
      .filter((config) => config.isList === isList && folder.startsWith(config.folder))
      .map((config) => ({ config, depth: config.folder.length }))
  const found = deepest(owner) ?? deepest(around(false)) ?? deepest(around(true))
  if (found) return found
  // A configuration may lie beside the labels, such as in a folder of settings: take the nearest, unless several differ.
  const near = configs.map((config) => ({ config, depth: common(config.folder, folder) }))
  const most = Math.max(0, ...near.map(({ depth }) => depth))
  const [first, ...others] = near.filter(({ depth }) => depth === most).map(({ config }) => config)
  const text = ({ names }: YoloConfig) => [...names].join('\n')
  return first && others.every((other) => text(other) === text(first)) ? first : NO_CONFIG
}

/** The number of characters that both begin with. */
function common(a: string, b: string): number {
  let n = 0
  while (n < a.length && a[n] === b[n]) n++
  return n
}
