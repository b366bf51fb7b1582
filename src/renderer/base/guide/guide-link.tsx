/** A link from an empty state or an error to the page of the guide that explains it. */
import { texts } from '../../texts/texts.ts'
import { hrefOf } from '../navigation/route.ts'
import classes from './guide-link.module.css'
import type { GuidePage } from './guide-pages.ts'

export const GuideLink = ({ page, section }: { page: GuidePage; section?: string }) => (
  <a className={classes.link} href={hrefOf({ screen: 'guide', page, ...(section !== undefined && { section }) })}>
    {texts.guide.learnMore}
  </a>
)
