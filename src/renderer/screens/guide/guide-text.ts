/** The text of the guide and of the reference pages that it links to, bundled from `docs` at build time. */
import { GUIDE_PAGES } from '../../base/guide/guide-pages.ts'
import { type Heading, headingsOf } from './headings.ts'

export interface PageOfGuide {
  /** The page's name in an address. */
  id: string
  /** The file's path below `docs`. */
  file: string
  title: string
  /** Markdown. */
  text: string
  /** The headings below the title. */
  headings: readonly Heading[]
}

const bundled = import.meta.glob<string>(
  [
    '../../../../docs/guide/*.md',
    '../../../../docs/{accuracy,agents,cloud-storage,deployments,derived-data-sets,devices,evaluations,exports,formats,imports,models,results,sam3,search,segmenters,tasks,webhooks}.md',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const textOf = new Map(
  Object.entries(bundled).map(([path, text]) => [path.slice(path.lastIndexOf('/docs/') + 6), text]),
)

/** Links to the page before and the page after; the page has its own. */
const NEIGHBOURS = /^\[Guide\]\(README\.md\).*\n(?:.+\n)*\n?/m

function pageOf(id: string, file: string): PageOfGuide {
  const text = (textOf.get(file) ?? '').replace(NEIGHBOURS, '')
  const [title, ...headings] = headingsOf(text)
  return { id, file, title: title?.text ?? id, text, headings }
}

export const guidePages = GUIDE_PAGES.map((id) => pageOf(id, `guide/${id === 'overview' ? 'README' : id}.md`))
export const referencePages = [...textOf.keys()]
  .filter((file) => !file.includes('/'))
  .sort()
  .map((file) => pageOf(`reference-${file.slice(0, -'.md'.length)}`, file))

const all: readonly PageOfGuide[] = [...guidePages, ...referencePages]
export const pageNamed = (id: string): PageOfGuide | undefined => all.find((page) => page.id === id)
export const pageOfFile = (file: string): PageOfGuide | undefined => all.find((page) => page.file === file)
