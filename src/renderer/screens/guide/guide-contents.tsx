/** The table of contents: all pages, with the sections of the current one. */

import { hrefOf } from '../../base/navigation/route.ts'
import { texts } from '../../texts/texts.ts'
import classes from './guide-contents.module.css'
import { guidePages, type PageOfGuide, referencePages } from './guide-text.ts'

const T = texts.guide

export const GuideContents = ({ current }: { current: string | null }) => (
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
