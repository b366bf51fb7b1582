/** The user guide: the list of pages on the left, the page on the right. It needs no network. */
import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconBook2, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { hrefOf } from '../../base/navigation/route.ts'
import { Empty } from '../../base/ui/empty.tsx'
import { Page } from '../../base/ui/page.tsx'
import { useTitle } from '../../base/ui/use-title.ts'
import { language } from '../../texts/language.ts'
import { texts } from '../../texts/texts.ts'
import { GuideArticle } from './guide-article.tsx'
import { GuideContents } from './guide-contents.tsx'
import classes from './guide-screen.module.css'
import { guidePages, type PageOfGuide, pageNamed } from './guide-text.ts'

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
