/** The user guide: the list of pages on the left, the page on the right. It needs no network. */
import { ActionIcon, Button, Tooltip, useComputedColorScheme } from '@mantine/core'
import { IconBook2, IconX } from '@tabler/icons-react'
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react'
import Markdown, { type Components } from 'react-markdown'
import gfm from 'remark-gfm'
import { hrefOf } from '../../base/navigation/route.ts'
import { Empty, Page, useTitle } from '../../base/ui/page.tsx'
import { language } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import classes from './guide-screen.module.css'
import { guidePages, type PageOfGuide, pageNamed, pageOfFile, referencePages } from './guide-text.ts'
import { anchorOf } from './headings.ts'

const T = texts.guide

interface GuideProps {
  /** The overview by default. */
  page?: string | undefined
  /** The anchor of a heading; the head of the page by default. */
  section?: string | undefined
  /** The address that was open before the guide. */
  backTo: string
}

export function GuideScreen({ page: id = 'overview', section, backTo }: GuideProps) {
  const page = pageNamed(id)
  useTitle(page && id !== 'overview' ? T.pageNamed(page.title) : T.title)
  useEscape(backTo)
  const article = useScrolledArticle(page, section)
  return (
    <Page
      title={T.title}
      aside={language !== 'en' && <span className={classes.language}>{T.language}</span>}
      actions={
        <Tooltip label={T.close}>
          <ActionIcon component="a" href={backTo} aria-label={T.close}>
            <IconX size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      }
      fixed
    >
      <div className={classes.guide}>
        <GuideContents current={page?.id ?? null} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll a page without links too */}
        <section className={classes.scroll} ref={article} tabIndex={0} aria-label={page?.title ?? T.notFound}>
          {page ? (
            <>
              <GuideArticle page={page} />
              <Neighbours page={page} />
            </>
          ) : (
            <NotFound />
          )}
        </section>
      </div>
    </Page>
  )
}

/** Escape closes the guide, unless a dialog or the command palette is open, or the focus is in the guided tour. */
function useEscape(backTo: string): void {
  useEffect(() => {
    const close = (e: KeyboardEvent) => {
      if (e.key !== 'Escape' || document.querySelector('[aria-modal=true]')) return
      if (e.target instanceof Element && e.target.closest('[role=dialog]')) return
      window.location.hash = backTo
    }
    // Before the open tooltip of the rail, which keeps the key for itself.
    window.addEventListener('keydown', close, { capture: true })
    return () => window.removeEventListener('keydown', close, { capture: true })
  }, [backTo])
}

/** Scrolls to the section, or to the head of another page, and moves the focus there. */
function useScrolledArticle(page: PageOfGuide | undefined, section: string | undefined) {
  const article = useRef<HTMLElement>(null)
  const first = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is scrolled to its head
  useEffect(() => {
    const isFirst = first.current
    first.current = false
    // The shell moves the focus to the screen when the guide opens.
    if (isFirst && section === undefined) return
    const named = section === undefined ? null : document.getElementById(section)
    const target = named ?? article.current?.querySelector('h2')
    target?.scrollIntoView({ block: 'start' })
    target?.focus({ preventScroll: true })
  }, [page, section])
  return article
}

/** The pages before and after, in the order of reading. Reference pages have none. */
function Neighbours({ page }: { page: PageOfGuide }) {
  const at = guidePages.indexOf(page)
  const before = guidePages[at - 1]
  const after = guidePages[at + 1]
  if (at < 0) return null
  return (
    <nav className={classes.neighbours} aria-label={T.neighbours}>
      {before && <a href={hrefOf({ screen: 'guide', page: before.id })}>← {before.title}</a>}
      <span className={classes.gap} />
      {after && <a href={hrefOf({ screen: 'guide', page: after.id })}>{after.title} →</a>}
    </nav>
  )
}

const NotFound = () => (
  <Empty
    icon={<IconBook2 size={18} stroke={1.6} />}
    title={T.notFound}
    action={
      <Button component="a" href={hrefOf({ screen: 'guide' })} variant="default">
        {T.toOverview}
      </Button>
    }
  >
    {T.notFoundHint}
  </Empty>
)

/** The table of contents: all pages, with the sections of the current one. */
const GuideContents = ({ current }: { current: string | null }) => (
  <nav className={classes.contents} aria-label={T.pages}>
    <PageList pages={guidePages} current={current} />
    <h2 className={classes.part}>{T.reference}</h2>
    <PageList pages={referencePages} current={current} />
  </nav>
)

const PageList = ({ pages, current }: { pages: readonly PageOfGuide[]; current: string | null }) => (
  <ul className={classes.pages}>
    {pages.map(({ id, title, headings }) => (
      <li key={id}>
        <a href={hrefOf({ screen: 'guide', page: id })} aria-current={id === current ? 'page' : undefined}>
          {id === 'overview' ? T.overview : title}
        </a>
        {id === current && headings.length > 0 && (
          <ul className={classes.sections}>
            {headings
              .filter(({ level }) => level === 2)
              .map(({ anchor, text }) => (
                <li key={anchor}>
                  <a href={hrefOf({ screen: 'guide', page: id, section: anchor })}>{text}</a>
                </li>
              ))}
          </ul>
        )}
      </li>
    ))}
  </ul>
)

/** Renders a page of the guide. Its headings are one level lower than in the file, below the title of the screen. */
function GuideArticle({ page }: { page: PageOfGuide }) {
  const theme = useComputedColorScheme('dark')
  const components: Components = {
    ...HEADINGS,
    a: ({ href = '', children }) => <GuideAnchor page={page} link={href} text={children} />,
    img: ({ src, alt }) => (
      <img src={screenshotAddress(String(src), theme)} alt={alt ?? ''} loading="lazy" {...SCREENSHOT_SIZE} />
    ),
    code: ({ children }) => <code data-short={isShort(children) || undefined}>{children}</code>,
    table: ({ children }) => <table className="figures">{children}</table>,
  }
  return (
    <div className={classes.article} lang="en">
      <Markdown skipHtml remarkPlugins={[gfm]} components={components}>
        {page.text}
      </Markdown>
    </div>
  )
}

/** True for inline code that fits on a line of the narrowest window. */
const isShort = (code: ReactNode) => typeof code === 'string' && code.length <= 28 && !code.includes('\n')

function GuideAnchor({ page, link, text }: { page: PageOfGuide; link: string; text: ReactNode }) {
  const target = linkTarget(page, link)
  if (target.kind === 'none') return text
  if (target.kind === 'page') return <a href={target.href}>{text}</a>
  return (
    <a href={target.href} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

interface Hast {
  value?: string
  children?: readonly Hast[]
}
const textIn = ({ value = '', children = [] }: Hast): string => value + children.map(textIn).join('')

type HeadingProps = ComponentProps<'h2'> & { node?: unknown }
const heading =
  (Tag: 'h2' | 'h3' | 'h4' | 'h5') =>
  ({ node, children }: HeadingProps) => (
    <Tag id={anchorOf(textIn(node as Hast))} tabIndex={-1}>
      {children}
    </Tag>
  )
const HEADINGS: Components = { h1: heading('h2'), h2: heading('h3'), h3: heading('h4'), h4: heading('h5') }

type LinkTarget = { kind: 'page' | 'web'; href: string } | { kind: 'none' }

/**
 * Resolves the links of a page: to another page of the guide, to the web, or to neither.
 * Files outside of the guide, such as source files, are no targets: the app does not ship them.
 */
export function linkTarget(page: PageOfGuide, link: string): LinkTarget {
  if (link.startsWith('https://')) return { kind: 'web', href: link }
  const [path = '', section] = link.split('#')
  const at = new URL(path, `https://docs/${page.file}`)
  const target = path === '' ? page : at.host === 'docs' ? pageOfFile(at.pathname.slice(1)) : undefined
  if (!target) return { kind: 'none' }
  return { kind: 'page', href: hrefOf({ screen: 'guide', page: target.id, ...(section && { section }) }) }
}

/** The screenshots of the guide, as assets of the build: only those that its pages display, for both themes. */

const PATHS = import.meta.glob<string>(
  '../../../../docs/screenshots/{activity,batch,batch-files,command-palette,compare,data-grid,data-image,data-near-duplicates,data-tiles,deployments,editor-overview,editor-thirty-blocks,evaluation,evaluation-image,guide,jobs,lab,lab-marks,lab-sweep,lines-and-zones,model-input,models,outline,run,run-evidence,run-files,run-tracks,runs,versions,welcome}-{dark,light}.webp',
  { query: '?url', import: 'default', eager: true },
)
const addresses = new Map(Object.entries(PATHS).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]))

export const screenshotNames: readonly string[] = [...addresses.keys()]

/** Width and height of every screenshot, in pixels. */
const SCREENSHOT_SIZE = { width: 1440, height: 900 }

/** The address of the screenshot that a page names, in the theme's own version; undefined for one that is not bundled. */
export function screenshotAddress(source: string, theme: 'dark' | 'light'): string | undefined {
  const name = source.slice(source.lastIndexOf('/') + 1)
  return addresses.get(name.replace(/-(dark|light)\.webp$/, `-${theme}.webp`)) ?? addresses.get(name)
}
